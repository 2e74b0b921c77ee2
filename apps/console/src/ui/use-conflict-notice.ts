import { markShown } from '@parley/ui';
import { useLayoutEffect, useRef } from 'react';

/**
 * For the notice of an edit conflict. No toast repeats `problem` in other words, and the notice gets the focus, which
 * also brings it into view: the button that had it is disabled, and a long form may have scrolled it away.
 *
 * @returns the ref of the notice, an element with `tabIndex={-1}`
 */
export function useConflictNotice(problem: unknown) {
  const notice = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    markShown(problem);
    notice.current?.focus();
  }, [problem]);
  return notice;
}
