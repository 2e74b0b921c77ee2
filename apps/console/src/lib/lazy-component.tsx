import { FailedPage, fetchMissingStyles } from '@parley/ui';
import { type ComponentType, createContext, lazy, use, useReducer } from 'react';

const RetryContext = createContext<() => void>(() => undefined);

/**
 * Returns a component whose code is fetched on first render; needs a `Suspense` around it. React's `lazy` caches a
 * failed request for ever and throws it; this component offers a retry and leaves the surrounding page intact.
 */
export function lazyComponent<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const make = (isRepeated: boolean) =>
    lazy<ComponentType<P>>(async () => {
      try {
        if (isRepeated) await fetchMissingStyles();
        return { default: await load() };
      } catch {
        return { default: Missing };
      }
    });
  let Loaded = make(false);
  return function LazyComponent(properties: P) {
    const [, renderAgain] = useReducer((count: number) => count + 1, 0);
    const retry = () => {
      Loaded = make(true);
      renderAgain();
    };
    return (
      <RetryContext value={retry}>
        <Loaded {...properties} />
      </RetryContext>
    );
  };
}

function Missing() {
  return <FailedPage codeMissing onRetry={use(RetryContext)} />;
}
