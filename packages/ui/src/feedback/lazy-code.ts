import { useEffect, useState } from 'react';
import { fetchMissingStyles } from './missing-styles.ts';

/** Code that is loaded on demand. */
export type LazyCode<Code> = {
  /** Null until it is loaded. */
  loaded(): Code | null;
  fetch(): Promise<Code>;
  /** Prefetches the code; after a failure it is fetched again on demand. */
  prefetch(): void;
};

export function lazyCode<Code>(load: () => Promise<Code>): LazyCode<Code> {
  let loaded: Code | null = null;
  let hasFailed = false;
  const fetch = async () => {
    try {
      if (hasFailed) await fetchMissingStyles();
      loaded = await load();
      return loaded;
    } catch (problem) {
      hasFailed = true;
      throw problem;
    }
  };
  return { loaded: () => loaded, fetch, prefetch: () => void fetch().catch(() => undefined) };
}

/**
 * Returns the code; null while it isn't loaded or not wanted. React's `lazy` caches a failure forever, and `Suspense`
 * shows its fallback for at least 300 ms, far longer than most code takes.
 */
export function useLazyCode<Code>(late: LazyCode<Code>, isWanted = true) {
  const [code, setCode] = useState(late.loaded);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    if (!isWanted || code !== null || problem !== null) return;
    let left = false;
    late.fetch().then(
      (fetched) => {
        if (!left) setCode(() => fetched);
      },
      (reason) => {
        if (!left) setProblem(reason);
      },
    );
    return () => {
      left = true;
    };
  }, [late, isWanted, code, problem]);
  return { code, problem, retry: () => setProblem(null) };
}
