import { describe, expect, it } from 'vitest';
import { initialTabs, lostBy, reduceTabs, type Tab, type TabsAction, tabAfter, tabLimit } from './tabs.ts';

const open = (...paths: string[]): readonly Tab[] =>
  paths.reduce<readonly Tab[]>(
    (tabs, path) => reduceTabs(tabs, { type: 'visit', path, search: '' }),
    initialTabs('/home'),
  );
const pathsOf = (tabs: readonly Tab[]) => tabs.map(({ path }) => path);
const close = (path: string, which: Extract<TabsAction, { type: 'close' }>['which'] = 'this') =>
  ({ type: 'close', path, which }) as const;

describe('the tab bar', () => {
  it('has home first, whatever is opened first', () => {
    expect(pathsOf(open('/b', '/a'))).toEqual(['/home', '/b', '/a']);
  });

  it('opens a page once and remembers its latest query', () => {
    const tabs = reduceTabs(open('/a', '/b'), { type: 'visit', path: '/a', search: '?pageNo=2' });
    expect(tabs).toEqual([
      { path: '/home', search: '', version: 0 },
      { path: '/a', search: '?pageNo=2', version: 0 },
      { path: '/b', search: '', version: 0 },
    ]);
  });

  it.each<[TabsAction, string[]]>([
    [close('/b'), ['/b']],
    [close('/b', 'others'), ['/a', '/c']],
    [close('/home', 'all'), ['/a', '/b', '/c']],
    [{ type: 'reload', path: '/b' }, ['/b']],
    [{ type: 'visit', path: '/b', search: '?pageNo=2' }, []],
    [{ type: 'visit', path: '/d', search: '' }, []],
  ])('lists the pages lost by a change: %o', (action, lost) => {
    expect(lostBy(open('/a', '/b', '/c'), action)).toEqual(lost);
  });

  it('returns the same object when nothing changes, so that rendering settles', () => {
    const tabs = open('/a');
    expect(reduceTabs(tabs, { type: 'visit', path: '/a', search: '' })).toBe(tabs);
    expect(reduceTabs(tabs, close('/unknown'))).toBe(tabs);
  });

  it.each([
    [close('/b'), ['/home', '/a', '/c']],
    [close('/b', 'left'), ['/home', '/b', '/c']],
    [close('/b', 'right'), ['/home', '/a', '/b']],
    [close('/b', 'others'), ['/home', '/b']],
    [close('/b', 'all'), ['/home']],
    [close('/home'), ['/home', '/a', '/b', '/c']],
    [close('/home', 'others'), ['/home']],
  ])('closes %j', (action, left) => {
    expect(pathsOf(reduceTabs(open('/a', '/b', '/c'), action))).toEqual(left);
  });

  it('closes the oldest page except home beyond the limit', () => {
    const many = Array.from({ length: tabLimit }, (_, at) => `/p${at}`);
    const tabs = pathsOf(open(...many));
    expect(tabs).toHaveLength(tabLimit);
    expect(tabs.slice(0, 2)).toEqual(['/home', '/p1']);
    expect(tabs.at(-1)).toBe(`/p${tabLimit - 1}`);
  });

  it('remounts a reloaded page and leaves the others unchanged', () => {
    const tabs = reduceTabs(open('/a'), { type: 'reload', path: '/a' });
    expect(tabs.map(({ version }) => version)).toEqual([0, 1]);
  });
});

describe('after closing', () => {
  const before = open('/a', '/b', '/c');
  const land = (action: TabsAction, active: string) =>
    tabAfter(before, reduceTabs(before, action), active)?.path;

  it('stays on a page that is still open', () => {
    expect(land(close('/a'), '/c')).toBe('/c');
  });

  it('goes to the right neighbor, or at the end to the left one', () => {
    expect(land(close('/b'), '/b')).toBe('/c');
    expect(land(close('/c'), '/c')).toBe('/b');
  });

  it('goes to the remaining tab', () => {
    expect(land(close('/a', 'all'), '/b')).toBe('/home');
    expect(land(close('/a', 'others'), '/c')).toBe('/a');
  });
});
