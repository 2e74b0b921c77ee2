import { useQuery } from '@tanstack/react-query';
import { Menu } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLayout } from '../../lib/layout-context.tsx';
import { useClient } from '../../lib/session-context.tsx';
import { loginUserInfo } from '../../lib/user.ts';
import { sections, shellPages } from '../routes.ts';
import { ownMenu, suppliedMenu } from './menu-items.tsx';

type Properties = {
  /** `inline` at the side, `horizontal` in the navbar. */
  mode: 'inline' | 'horizontal';
  collapsed: boolean;
  /** The path of the visible page. */
  selected: string | undefined;
  /** Shown next to the entry for sensitive words. */
  alertCount: ReactNode;
  /** Called when a page is selected, so that a drawer closes. */
  onChosen: () => void;
};

/** The console's own menu, or the one supplied by the server if the settings select it. */
export function SideMenu({ mode, collapsed, selected, alertCount, onChosen }: Properties) {
  const { t } = useTranslation();
  const [{ menuFromServer, serverMenu }] = useLayout();
  const { data } = useQuery(loginUserInfo(useClient()));
  const [openSections, setOpenSections] = useState<string[]>([...sections]);
  const privileges = data?.privilegesCode ?? '';
  const items = menuFromServer
    ? suppliedMenu(serverMenu, shellPages, privileges, t)
    : ownMenu(shellPages, privileges, t, alertCount);
  return (
    <nav aria-label={t('shell.menu')} data-tour="menu" className={mode === 'inline' ? undefined : 'top-menu'}>
      {items.length === 0 ? <p className="quiet empty-menu">{t('menu.empty')}</p> : null}
      <Menu
        // A new key, as a collapsed menu must start without open sections: one would be a popup over the page.
        key={collapsed ? 'folded' : 'open'}
        mode={mode}
        inlineIndent={24}
        selectedKeys={selected === undefined ? [] : [selected]}
        items={items}
        onClick={onChosen}
        style={mode === 'inline' ? { borderInlineEnd: 0 } : { borderBlockEnd: 0 }}
        // Only an inline menu can be collapsed or keep several sections open.
        {...(mode === 'inline' ? { inlineCollapsed: collapsed } : {})}
        {...(mode === 'inline' && !collapsed
          ? { openKeys: openSections, onOpenChange: setOpenSections }
          : {})}
      />
    </nav>
  );
}
