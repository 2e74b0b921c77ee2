import { OfflineBanner, useOnline } from '@parley/ui';
import { lazy, Suspense, useEffect, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useNarrow } from '../../lib/use-narrow.ts';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { useLiveUpdates } from '../use-live-updates.ts';
import { KeptPage } from './KeptPage.tsx';
import { Navbar } from './Navbar.tsx';
import { pageAt } from './pages.tsx';
import { SideMenu } from './SideMenu.tsx';
import { TabBar } from './TabBar.tsx';
import { initialTabs, reduceTabs, type TabsAction, tabAfter } from './tabs.ts';

const NotFound = lazy(async () => ({
  default: (await import('../../pages/not-found/NotFound.tsx')).NotFound,
}));
const MenuDrawer = lazy(async () => ({ default: (await import('./MenuDrawer.tsx')).MenuDrawer }));

// i18n-keys: page.*

/** Navbar, side menu, tab bar, and the opened pages, of which one is seen. */
export function Shell() {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const narrow = useNarrow();
  const [collapsed, setCollapsed] = useState(false);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [tabs, dispatch] = useReducer(reduceTabs, paths.home, initialTabs);
  const current = pageAt(pathname);
  const title = t(current === undefined ? 'page.notFound' : current.title);
  const connected = useLiveUpdates();
  const online = useOnline();

  if (current !== undefined) {
    const visit = { type: 'visit', path: current.path, search } as const;
    // While rendering, so that a page and its tab appear in the same picture.
    if (reduceTabs(tabs, visit) !== tabs) dispatch(visit);
  }

  useEffect(() => {
    document.title = `${title} · Parley`;
  }, [title]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what this happens for.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [pathname]);

  const change = (action: TabsAction) => {
    const next = tabAfter(tabs, reduceTabs(tabs, action), current?.path ?? '');
    dispatch(action);
    if (next !== undefined && next.path !== current?.path) void navigate(next.path + next.search);
  };
  const menu = (
    <SideMenu
      collapsed={!narrow && collapsed}
      selected={current?.path}
      onChosen={() => setDrawerOpen(false)}
    />
  );
  const toggle = () => (narrow ? setDrawerOpen(true) : setCollapsed(!collapsed));

  return (
    <div className="shell">
      <a className="skip-link" href="#page">
        {t('shell.skip')}
      </a>
      <Navbar menuOpen={narrow ? drawerOpen : !collapsed} onToggleMenu={toggle} narrow={narrow} />
      {narrow ? (
        <Suspense fallback={null}>
          <MenuDrawer open={drawerOpen} onClose={() => setDrawerOpen(false)}>
            {menu}
          </MenuDrawer>
        </Suspense>
      ) : (
        <aside className="side" style={{ width: collapsed ? 56 : 260 }}>
          {menu}
        </aside>
      )}
      <div className="stage" style={{ marginInlineStart: narrow ? 0 : collapsed ? 56 : 260 }}>
        <TabBar tabs={tabs} active={current?.path} onChange={change} />
        <OfflineBanner connected={connected || !online} />
        <main id="page" tabIndex={-1}>
          {tabs.map((tab) => (
            <KeptPage key={`${tab.path}:${tab.version}`} tab={tab} visible={tab.path === current?.path} />
          ))}
          {current === undefined ? (
            <Suspense fallback={<PageSkeleton />}>
              <NotFound />
            </Suspense>
          ) : null}
        </main>
      </div>
    </div>
  );
}
