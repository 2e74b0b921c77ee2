import { useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { pageAt } from './shell/pages.tsx';

/** Each navigation begins at the top; inside the shell an opened page gets back how far down it was. */
export function useScrollToTop(): void {
  const { pathname } = useLocation();
  useLayoutEffect(() => {
    if (pageAt(pathname) === undefined) window.scrollTo(0, 0);
  }, [pathname]);
}
