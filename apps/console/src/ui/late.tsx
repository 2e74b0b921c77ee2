import { type ComponentType, Suspense } from 'react';
import { part } from '../lib/part.tsx';

/** Returns a component whose code is fetched when it is first rendered; until then nothing stands there. */
export function late<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = part(load);
  return (properties: P) => (
    <Suspense fallback={null}>
      <Part {...properties} />
    </Suspense>
  );
}
