import { useEffect, useReducer, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session-context.tsx';
import { pageAt } from './pages.tsx';
import { forgetTabs, readTabs, writeTabs } from './stored-tabs.ts';
import { reduceTabs, type Tab, type TabsAction, tabAfter } from './tabs.ts';

const begin = () => readTabs(window.sessionStorage, paths.home, (path) => pageAt(path)?.path === path);

/**
 * Returns the open pages, restored after a reload and forgotten with the session.
 *
 * @param current the visible page; undefined while there is none
 */
export function useTabs(
  current: { path: string; search: string } | undefined,
): [readonly Tab[], (action: TabsAction) => void] {
  const navigate = useNavigate();
  const session = useSession();
  const [tabs, dispatch] = useReducer(reduceTabs, undefined, begin);
  const [visited, setVisited] = useState('');
  const here = current === undefined ? '' : current.path + current.search;
  if (here !== visited) {
    // While rendering, so that a page and its tab appear in the same frame; once per URL, so that a closed tab doesn't
    // reopen while the navigation to its neighbour is still being rendered.
    setVisited(here);
    if (current !== undefined) dispatch({ type: 'visit', ...current });
  }
  useEffect(() => writeTabs(window.sessionStorage, tabs), [tabs]);
  useEffect(
    () => () => {
      if (!session.isLoggedIn()) forgetTabs(window.sessionStorage);
    },
    [session],
  );

  const change = (action: TabsAction) => {
    const next = tabAfter(tabs, reduceTabs(tabs, action), current?.path ?? '');
    dispatch(action);
    if (next !== undefined && next.path !== current?.path) void navigate(next.path + next.search);
  };
  return [tabs, change];
}
