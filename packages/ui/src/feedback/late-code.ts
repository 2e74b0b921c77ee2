import { useEffect, useState } from 'react';
import { fetchMissingStyles } from './missing-styles.ts';

/**
 * Code that is fetched when it is wanted. React's `lazy` remembers a failure for ever, and a `Suspense` shows its fallback
 * for 300 ms at least, far longer than most code takes.
 */
export function lateCode<Code>(load: () => Promise<Code>) {
  let loaded: Code | null = null;
  let hasFailed = false;
  const fetchCode = async (): Promise<Code> => {
    try {
      if (hasFailed) await fetchMissingStyles();
      loaded = await load();
      return loaded;
    } catch (problem) {
      hasFailed = true;
      throw problem;
    }
  };
  return {
    /** Fetches it ahead; what fails is fetched again when it is wanted. */
    prefetch: () => void fetchCode().catch(() => undefined),

    /** Returns the code; null: it isn't there yet, or not wanted. `problem` is null where nothing failed. */
    useCode(isWanted = true) {
      const [code, setCode] = useState(() => loaded);
      const [problem, setProblem] = useState<unknown>(null);
      useEffect(() => {
        if (!isWanted || code !== null || problem !== null) return;
        let left = false;
        fetchCode().then(
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
      }, [isWanted, code, problem, fetchCode]);
      return { code, problem, retry: () => setProblem(null) };
    },
  };
}
