import { markShown } from '@parley/ui';
import { useLayoutEffect, useRef } from 'react';

/**
 * Moves the focus to the notice of an edit conflict and suppresses the toast for `problem`. The button that had the
 * focus is disabled, and focusing the notice also scrolls it into view in a long form.
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
