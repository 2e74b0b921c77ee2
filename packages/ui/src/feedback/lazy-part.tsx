import type { ComponentType, ReactNode } from 'react';
import { LateContent } from './LateContent.tsx';
import { lateCode, useLateCode } from './late-code.ts';

type Options = {
  /** For a part as high as a line of text. */
  line?: boolean;
  /** Content until the code has come; left out: bars. */
  fallback?: ReactNode;
};

/**
 * Returns a part of a page whose code is fetched when it is first rendered. Until then its fallback stands there; it offers to try again
 * where the code can't be fetched, and the page stays.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { line = false, fallback }: Options = {},
): ComponentType<P> {
  const late = lateCode(load);
  return function LazyPart(properties: P) {
    const { code: Part, problem, retry } = useLateCode(late);
    if (Part !== null) return <Part {...properties} />;
    if (problem === null && fallback !== undefined) return fallback;
    return (
      <div className={line ? 'lazy-part lazy-line' : 'lazy-part'}>
        <LateContent failed={problem !== null} onRetry={retry} untitled />
      </div>
    );
  };
}
