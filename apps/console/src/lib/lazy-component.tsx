import { fetchMissingStyles } from '@parley/ui';
import { type ComponentType, lazy } from 'react';

/** Makes the parts again that could not be loaded. */
const failed = new Set<() => void>();

/**
 * Returns a component whose code is fetched when it is first rendered; stands in a `Suspense`. Unlike React's `lazy`,
 * which remembers a failed request for ever, it is requested again after `retryLazyComponents`.
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const make = (isRepeated: boolean) =>
    lazy(async () => {
      try {
        if (isRepeated) await fetchMissingStyles();
        return { default: await load() };
      } catch (error) {
        failed.add(() => {
          Loaded = make(true);
        });
        throw error;
      }
    });
  let Loaded = make(false);
  return (properties: P) => <Loaded {...properties} />;
}

/** Lets what could not be loaded be requested again when it is rendered next. */
export function retryLazyComponents(): void {
  for (const again of failed) again();
  failed.clear();
}
