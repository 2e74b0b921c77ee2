import { lazyDialog, lazyPage, OfflineBanner } from '@parley/ui';
import { IsRestoringProvider } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { UrgentBanner } from '../../features/notifications/UrgentBanner.tsx';
import { useLayout } from '../../lib/layout-context.tsx';
import { anyRole } from '../../lib/privileges.ts';
import { hasUnsaved } from '../../lib/unsaved-changes.ts';
import { useNarrow } from '../../lib/use-narrow.ts';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { useUnsavedChangesDialog } from '../../ui/use-unsaved-changes-dialog.tsx';
import { useAccess } from '../guards.tsx';
import { useLiveUpdates } from '../use-live-updates.ts';
import { WindowTitle } from '../WindowTitle.tsx';
import { FloatingButtons } from './FloatingButtons.tsx';
import { Footer } from './Footer.tsx';
import { frameOf } from './frame.ts';
import { Navbar } from './Navbar.tsx';
import { type OpenedPage, pageAt } from './pages.tsx';
import { RetainedPage } from './RetainedPage.tsx';
import { SideMenu } from './SideMenu.tsx';
import { TabBar } from './TabBar.tsx';
import { lostBy, type TabsAction } from './tabs.ts';
import { useAlertParts } from './use-alert-parts.tsx';
import { useScrollRestoration } from './use-scroll-restoration.ts';
import { useServerMenu } from './use-server-menu.ts';
import { useTabs } from './use-tabs.ts';

const PageUnavailable = lazyPage(
  async () => (await import('./PageUnavailable.tsx')).PageUnavailable,
  <PageSkeleton />,
);
const MenuDrawer = lazyDialog(async () => (await import('./MenuDrawer.tsx')).MenuDrawer, { drawer: true });
const SettingsDrawer = lazyDialog(async () => (await import('./SettingsDrawer.tsx')).SettingsDrawer, {
  drawer: true,
});

/**
 * The frame and its pages. Their queries start once the socket listens, so that each is requested once and no event is
 * missed.
 */
export function Shell() {
  const { connected, ready, alerted } = useLiveUpdates();
  return (
    <IsRestoringProvider value={!ready}>
      <Frame connected={connected} alerted={alerted} />
    </IsRestoringProvider>
  );
}

/** Navbar, menu, tab bar and the open pages, one of them visible; the settings determine their positions. */
function Frame({ connected, alerted }: { connected: boolean; alerted: boolean }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const narrow = useNarrow();
  const [layout, changeLayout] = useLayout();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const { menu, sideWidth } = frameOf(layout, narrow);
  const current = pageAt(pathname);
  useServerMenu();
  const { toasts, count: alertCount } = useAlertParts(alerted);

  const menuAs = (mode: 'inline' | 'horizontal', collapsed: boolean) => (
    <SideMenu
      mode={mode}
      collapsed={collapsed}
      selected={current?.path}
      alertCount={alertCount}
      onChosen={() => setDrawerOpen(false)}
    />
  );
  const toggle = () =>
    menu === 'drawer' ? setDrawerOpen(true) : changeLayout({ menuCollapse: !layout.menuCollapse });

  return (
    <div className="shell" style={measures(layout.navbar, layout.tabBar)}>
      <WindowTitle title={current?.title ?? 'page.notFound'} />
      {toasts}
      <a className="skip-link" href="#page">
        {t('shell.skip')}
      </a>
      {layout.navbar ? (
        <Navbar
          menuOpen={menu === 'drawer' ? drawerOpen : !layout.menuCollapse}
          onToggleMenu={menu === 'side' || menu === 'drawer' ? toggle : null}
          narrow={narrow}
          topMenu={menu === 'top' ? menuAs('horizontal', false) : null}
        />
      ) : (
        <FloatingButtons onOpenMenu={menu === 'drawer' ? toggle : null} />
      )}
      {menu === 'drawer' ? (
        <MenuDrawer open={drawerOpen} onClose={() => setDrawerOpen(false)} width={layout.menuWidth}>
          {menuAs('inline', false)}
        </MenuDrawer>
      ) : null}
      {menu === 'side' ? (
        <aside className="side" style={{ width: sideWidth }}>
          {menuAs('inline', layout.menuCollapse)}
        </aside>
      ) : null}
      <div className="stage" style={{ marginInlineStart: sideWidth }}>
        <Stage current={current} connected={connected} tabBar={layout.tabBar} />
        {layout.footer ? <Footer /> : null}
      </div>
      {layout.globalSettings ? (
        <SettingsDrawer onClose={() => changeLayout({ globalSettings: false })} />
      ) : null}
    </div>
  );
}

/**
 * Returns the heights of the bars, 0 for one that is switched off; sticky elements below depend on them (see
 * `console.css`).
 */
function measures(navbar: boolean, tabBar: boolean): CSSProperties {
  const off = { ...(navbar ? {} : { '--navbar': '0px' }), ...(tabBar ? {} : { '--tabs': '0px' }) };
  // React's types don't include custom properties.
  return off as CSSProperties;
}

type StageProperties = { current: OpenedPage | undefined; connected: boolean; tabBar: boolean };

/** The open pages and their tabs, each with its guard. */
function Stage({ current, connected, tabBar }: StageProperties) {
  const { pathname, search } = useLocation();
  const access = useAccess(current?.open === true ? anyRole : (current?.roles ?? anyRole));
  const seen = access.state === 'open' ? current : undefined;
  const [tabs, change] = useTabs(seen && { path: seen.path, search });
  const [attempt, question] = useUnsavedChangesDialog();
  const [awake, setAwake] = useState<ReadonlySet<string>>(new Set());
  if (seen !== undefined && !awake.has(seen.path)) setAwake(new Set([...awake, seen.path]));
  useScrollRestoration(seen?.path ?? pathname);
  const ask = (action: TabsAction) =>
    attempt(
      lostBy(tabs, action).some((path) => hasUnsaved(path)),
      () => change(action),
    );

  return (
    <>
      {tabBar ? <TabBar tabs={tabs} active={seen?.path} onChange={ask} /> : null}
      {question}
      <OfflineBanner connected={connected} />
      <UrgentBanner />
      <main id="page" tabIndex={-1}>
        {tabs
          // A tab restored after a reload is rendered when it is first selected.
          .filter(({ path }) => awake.has(path))
          .map((tab) => (
            <RetainedPage key={`${tab.path}:${tab.version}`} tab={tab} visible={tab.path === seen?.path} />
          ))}
        {seen === undefined ? <PageUnavailable access={access} /> : null}
      </main>
    </>
  );
}
