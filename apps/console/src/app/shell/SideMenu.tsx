import { Menu } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { menuSections } from './pages.tsx';

// i18n-keys: page.* section.*

type Properties = {
  collapsed: boolean;
  /** The path of the page that is seen. */
  selected: string | undefined;
  /** A page was chosen: a drawer closes. */
  onChosen: () => void;
};

/** The pages by section; links, so that one can be opened in a new browser tab. */
export function SideMenu({ collapsed, selected, onChosen }: Properties) {
  const { t } = useTranslation();
  const items = menuSections.map((section) => {
    const pages = section.pages.map(({ path, title }) => ({
      key: path,
      label: <Link to={path}>{t(title)}</Link>,
    }));
    const [only] = pages;
    if (pages.length === 1 && only !== undefined) return { ...only, icon: section.icon };
    return { key: section.key, icon: section.icon, label: t(section.title), children: pages };
  });
  return (
    <nav aria-label={t('shell.menu')}>
      <Menu
        mode="inline"
        inlineCollapsed={collapsed}
        inlineIndent={24}
        defaultOpenKeys={menuSections.map(({ key }) => key)}
        selectedKeys={selected === undefined ? [] : [selected]}
        items={items}
        onClick={onChosen}
        style={{ borderInlineEnd: 0 }}
      />
    </nav>
  );
}
