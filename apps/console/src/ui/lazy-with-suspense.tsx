import { type ComponentType, Suspense } from 'react';
import { lazyComponent } from '../lib/lazy-component.tsx';

/** Returns a component whose code is fetched when it is first rendered; until then nothing stands there. */
export function lazyWithSuspense<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazyComponent(load);
  return (properties: P) => (
    <Suspense fallback={null}>
      <Part {...properties} />
    </Suspense>
  );
}
