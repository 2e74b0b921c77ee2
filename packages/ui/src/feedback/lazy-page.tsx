import type { ComponentType, ReactNode } from 'react';
import { FailedPage } from './FailedPage.tsx';
import { lazyCode, useLazyCode } from './lazy-code.ts';

/**
 * Returns a page within a frame whose code is fetched when it is first rendered. It offers a retry when the code can't
 * be fetched, and the frame stays.
 *
 * @param fallback shown while the code is loading
 */
export function lazyPage<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode,
): ComponentType<P> {
  const late = lazyCode(load);
  return function LazyPage(properties: P) {
    const { code: Page, problem, retry } = useLazyCode(late);
    if (Page !== null) return <Page {...properties} />;
    return problem === null ? fallback : <FailedPage codeMissing onRetry={retry} />;
  };
}
