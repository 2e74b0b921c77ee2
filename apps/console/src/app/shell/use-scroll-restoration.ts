import { useLayoutEffect, useRef } from 'react';

/** Restores the scroll position of each open page, as all share the window's; a new page starts at the top. */
export function useScrollRestoration(path: string): void {
  const kept = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    window.scrollTo(0, kept.current.get(path) ?? 0);
    const keep = () => kept.current.set(path, window.scrollY);
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, [path]);
}
