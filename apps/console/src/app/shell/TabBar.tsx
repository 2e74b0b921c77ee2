import { CloseOutlined, DownOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { LazyDropdown } from '@parley/ui';
import { Button, type MenuProps } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pageAt } from './pages.tsx';
import type { Tab, TabsAction } from './tabs.ts';
import { useTabKeys } from './use-tab-keys.ts';

// i18n-keys: page.*

type Properties = {
  tabs: readonly Tab[];
  /** The path of the visible page. */
  active: string | undefined;
  onChange: (action: TabsAction) => void;
};

/** The open pages, home first, with a menu to close and reload them and a list of all, for when they don't fit. */
export function TabBar({ tabs, active, onChange }: Properties) {
  const { t } = useTranslation();
  const activeTab = useRef<HTMLLIElement>(null);
  const keys = useTabKeys(tabs, (path) => onChange({ type: 'close', path, which: 'this' }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the active tab changes.
  useEffect(() => {
    activeTab.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);

  const nameOf = (path: string) => t(pageAt(path)?.title ?? 'page.notFound');
  const all: MenuProps = {
    selectable: true,
    selectedKeys: active === undefined ? [] : [active],
    items: tabs.map(({ path, search }) => ({
      key: path,
      label: <Link to={path + search}>{nameOf(path)}</Link>,
    })),
  };
  return (
    <nav className="tabs" aria-label={t('tabs.name')}>
      <ul ref={keys.list} onKeyDown={keys.onKeyDown}>
        {tabs.map(({ path, search }, index) => (
          <li
            key={path}
            className={path === active ? 'tab tab-active' : 'tab'}
            ref={path === active ? activeTab : undefined}
          >
            <LazyDropdown trigger={['contextMenu']} menu={actionsOn(path, tabs, onChange, t)}>
              <span className="tab-content">
                <Link to={path + search} data-tab={path} aria-current={path === active ? 'page' : undefined}>
                  {nameOf(path)}
                </Link>
                {index === 0 ? null : (
                  <button
                    type="button"
                    aria-label={t('tabs.closeNamed', { name: nameOf(path) })}
                    onClick={() => onChange({ type: 'close', path, which: 'this' })}
                  >
                    <CloseOutlined />
                  </button>
                )}
              </span>
            </LazyDropdown>
          </li>
        ))}
      </ul>
      <LazyDropdown trigger={['click']} menu={all}>
        <Button type="text" size="small" aria-label={t('tabs.all')} icon={<UnorderedListOutlined />} />
      </LazyDropdown>
      <LazyDropdown
        trigger={['click']}
        menu={actionsOn(active ?? '', tabs, onChange, t)}
        disabled={active === undefined}
      >
        <Button type="text" size="small" aria-label={t('tabs.more')} icon={<DownOutlined />} />
      </LazyDropdown>
    </nav>
  );
}

/** Returns the menu items that act on one tab or on the others. */
function actionsOn(
  path: string,
  tabs: readonly Tab[],
  onChange: (action: TabsAction) => void,
  t: (key: string) => string,
): MenuProps {
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
}
