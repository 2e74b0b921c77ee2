import { useLayoutEffect, useRef } from 'react';

/** All opened pages share the window's scroll: each gets back how far down it was, a new one begins at its top. */
export function useScrollRestoration(path: string): void {
  const kept = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    window.scrollTo(0, kept.current.get(path) ?? 0);
    const keep = () => kept.current.set(path, window.scrollY);
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, [path]);
}
