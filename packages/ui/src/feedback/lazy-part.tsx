import type { ComponentType, ReactNode } from 'react';
import { LazyFallback } from './LazyFallback.tsx';
import { lazyCode, useLazyCode } from './lazy-code.ts';

type Options = {
  /** For a part as high as a line of text. */
  line?: boolean;
  /** Shown while the code is loading; skeleton bars by default. */
  fallback?: ReactNode;
};

/**
 * Returns a part of a page whose code is fetched when it is first rendered. Until then its fallback is shown; it offers
 * a retry when the code can't be fetched, and the page stays.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { line = false, fallback }: Options = {},
): ComponentType<P> {
  const late = lazyCode(load);
  return function LazyPart(properties: P) {
    const { code: Part, problem, retry } = useLazyCode(late);
    if (Part !== null) return <Part {...properties} />;
    if (problem === null && fallback !== undefined) return fallback;
    return (
      <div className={line ? 'lazy-part lazy-line' : 'lazy-part'}>
        <LazyFallback failed={problem !== null} onRetry={retry} untitled />
      </div>
    );
  };
}
