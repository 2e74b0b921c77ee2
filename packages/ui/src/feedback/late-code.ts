import { useEffect, useState } from 'react';
import { fetchMissingStyles } from './missing-styles.ts';

/** Code that is fetched when it is wanted. */
export type LateCode<Code> = {
  /** Null: it isn't there yet. */
  loaded(): Code | null;
  fetch(): Promise<Code>;
  /** Fetches it ahead; what fails is fetched again when it is wanted. */
  prefetch(): void;
};

export function lateCode<Code>(load: () => Promise<Code>): LateCode<Code> {
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
 * Returns the code; null: it isn't there yet, or not wanted. React's `lazy` would remember a failure for ever, and its
 * `Suspense` shows the fallback for 300 ms at least, far longer than most code takes.
 */
export function useLateCode<Code>(late: LateCode<Code>, isWanted = true) {
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
