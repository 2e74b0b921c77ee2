import { useEffect, useState } from 'react';

/**
 * Whatever had the focus before dialogs came has it again once the last of them has gone. antd sees to that only where
 * one is closed and stays, not where it is taken down.
 */
export function useFocusBack(open: boolean): void {
  const [before, setBefore] = useState<Element | null>(null);
  if (open && before === null) setBefore(document.activeElement);
  useEffect(() => {
    if (open || before === null) return;
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    setBefore(null);
  }, [open, before]);
}
