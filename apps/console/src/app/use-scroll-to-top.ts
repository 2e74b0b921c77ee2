import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { pageAt } from './shell/pages.tsx';

/** Scrolls to the top on each navigation; inside the shell an open page restores its own position. */
export function useScrollToTop(): void {
  const { pathname } = useLocation();
  useLayoutEffect(() => {
    if (pageAt(pathname) === undefined) window.scrollTo(0, 0);
  }, [pathname]);
}
