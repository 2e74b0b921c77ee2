/** Rules of the tab bar: which open pages are kept, and which tab is shown when one is closed. */

export type Tab = {
  /** The page's path, unique among the tabs. */
  path: string;
  /** The page's query when the tab was last visible. */
  search: string;
  /** Incremented by a reload; a new number remounts the page. */
  version: number;
};

export type TabsAction =
  | { type: 'visit'; path: string; search: string }
  | { type: 'reload'; path: string }
  | { type: 'close'; path: string; which: 'this' | 'left' | 'right' | 'others' | 'all' };

/** Each open page stays mounted; browsers handle this many well. Opening another closes the oldest. */
export const tabLimit = 20;

/** Home is always the first tab. */
export function initialTabs(home: string): readonly Tab[] {
  return [{ path: home, search: '', version: 0 }];
}

export function reduceTabs(tabs: readonly Tab[], action: TabsAction): readonly Tab[] {
  switch (action.type) {
    case 'visit':
      return visit(tabs, action);
    case 'reload':
      return tabs.map((tab) => (tab.path === action.path ? { ...tab, version: tab.version + 1 } : tab));
    case 'close':
      return close(tabs, action.path, action.which);
  }
}

function visit(tabs: readonly Tab[], { path, search }: { path: string; search: string }): readonly Tab[] {
  const open = tabs.find((tab) => tab.path === path);
  if (open === undefined) return withinLimit([...tabs, { path, search, version: 0 }]);
  if (open.search === search) return tabs;
  return tabs.map((tab) => (tab === open ? { ...tab, search } : tab));
}

function withinLimit(tabs: readonly Tab[]): readonly Tab[] {
  return tabs.length > tabLimit ? tabs.filter((_, index) => index !== 1) : tabs;
}

function close(
  tabs: readonly Tab[],
  path: string,
  which: Extract<TabsAction, { type: 'close' }>['which'],
): readonly Tab[] {
  const at = tabs.findIndex((tab) => tab.path === path);
  if (at < 0) return tabs;
  const goes: Record<typeof which, (index: number) => boolean> = {
    this: (index) => index === at,
    left: (index) => index < at,
    right: (index) => index > at,
    others: (index) => index !== at,
    all: () => true,
  };
  return tabs.filter((_, index) => index === 0 || !goes[which](index));
}

/** Returns the paths of the pages that a change closes or reloads, so that their state is lost. */
export function lostBy(tabs: readonly Tab[], action: TabsAction): string[] {
  const after = reduceTabs(tabs, action);
  const stays = (tab: Tab) => after.some(({ path, version }) => path === tab.path && version === tab.version);
  return tabs.filter((tab) => !stays(tab)).map(({ path }) => path);
}

/**
 * Returns the tab to show after a change: the active page if it is still open, else the tab that took its position,
 * else the last one.
 */
export function tabAfter(before: readonly Tab[], after: readonly Tab[], active: string): Tab | undefined {
  const kept = after.find((tab) => tab.path === active);
  if (kept !== undefined) return kept;
  const at = before.findIndex((tab) => tab.path === active);
  return before.slice(at).find((tab) => after.includes(tab)) ?? after.at(-1);
}
