import { type ComponentType, type ReactNode, Suspense } from 'react';
import { lazyComponent } from '../lib/lazy-component.tsx';

/**
 * Returns a component whose code is fetched when it is first rendered.
 *
 * @param fallback what stands there until then
 */
export function lazyWithSuspense<P extends object>(
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode,
): ComponentType<P> {
  const Part = lazyComponent(load);
  return (properties: P) => (
    <Suspense fallback={fallback}>
      <Part {...properties} />
    </Suspense>
  );
}
