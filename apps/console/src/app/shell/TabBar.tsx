import { CloseOutlined, DownOutlined } from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pageAt } from './pages.tsx';
import type { Tab, TabsAction } from './tabs.ts';

// i18n-keys: page.*

type Properties = {
  tabs: readonly Tab[];
  /** The path of the page that is seen. */
  active: string | undefined;
  onChange: (action: TabsAction) => void;
};

/** The opened pages, home first, with a menu to close and reload them. */
export function TabBar({ tabs, active, onChange }: Properties) {
  const { t } = useTranslation();
  const activeTab = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another active tab is what this happens for.
  useEffect(() => {
    activeTab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);

  const menuOf = (path: string): MenuProps => {
    const at = tabs.findIndex((tab) => tab.path === path);
    const close = (which: Extract<TabsAction, { type: 'close' }>['which']) => () =>
      onChange({ type: 'close', path, which });
    return {
      items: [
        { key: 'reload', label: t('tabs.reload'), onClick: () => onChange({ type: 'reload', path }) },
        { type: 'divider' },
        { key: 'this', label: t('tabs.close'), disabled: at === 0, onClick: close('this') },
        { key: 'left', label: t('tabs.closeLeft'), disabled: at <= 1, onClick: close('left') },
        {
          key: 'right',
          label: t('tabs.closeRight'),
          disabled: at === tabs.length - 1,
          onClick: close('right'),
        },
        { key: 'others', label: t('tabs.closeOthers'), disabled: tabs.length < 2, onClick: close('others') },
        { key: 'all', label: t('tabs.closeAll'), disabled: tabs.length < 2, onClick: close('all') },
      ],
    };
  };

  return (
    <nav className="tabs" aria-label={t('tabs.name')}>
      <ul>
        {tabs.map(({ path, search }, index) => {
          const name = t(pageAt(path)?.title ?? 'page.notFound');
          const isActive = path === active;
          return (
            <Dropdown key={path} trigger={['contextMenu']} menu={menuOf(path)}>
              <li className={isActive ? 'tab tab-active' : 'tab'} ref={isActive ? activeTab : undefined}>
                <Link to={path + search} aria-current={isActive ? 'page' : undefined}>
                  {name}
                </Link>
                {index === 0 ? null : (
                  <button
                    type="button"
                    aria-label={t('tabs.closeNamed', { name })}
                    onClick={() => onChange({ type: 'close', path, which: 'this' })}
                  >
                    <CloseOutlined />
                  </button>
                )}
              </li>
            </Dropdown>
          );
        })}
      </ul>
      <Dropdown trigger={['click']} menu={menuOf(active ?? '')} disabled={active === undefined}>
        <Button type="text" size="small" aria-label={t('tabs.more')} icon={<DownOutlined />} />
      </Dropdown>
    </nav>
  );
}
