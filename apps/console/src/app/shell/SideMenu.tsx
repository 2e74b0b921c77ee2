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
  /** At the side, or across the navbar. */
  mode: 'inline' | 'horizontal';
  collapsed: boolean;
  /** The path of the page that is seen. */
  selected: string | undefined;
  /** Stands beside the page of sensitive words. */
  alertCount: ReactNode;
  /** A page was chosen: a drawer closes. */
  onChosen: () => void;
};

/** The console's own menu, or the one that the server supplies where that is wanted. */
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
        // Folded, an open section would be a panel over the page: it begins with none.
        key={collapsed ? 'folded' : 'open'}
        mode={mode}
        inlineIndent={24}
        selectedKeys={selected === undefined ? [] : [selected]}
        items={items}
        onClick={onChosen}
        style={mode === 'inline' ? { borderInlineEnd: 0 } : { borderBlockEnd: 0 }}
        // Only a menu at the side can be folded, or keep several sections open.
        {...(mode === 'inline' ? { inlineCollapsed: collapsed } : {})}
        {...(mode === 'inline' && !collapsed
          ? { openKeys: openSections, onOpenChange: setOpenSections }
          : {})}
      />
    </nav>
  );
}
