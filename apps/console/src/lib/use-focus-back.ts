import { useEffect, useLayoutEffect, useState } from 'react';
import { focusOn, openDialogs } from './use-dialog-focus.ts';

/** Moves a focus that was lost to the page's body: into the topmost dialog, or else to the page's content. */
export function rescueFocus(): void {
  if (document.activeElement !== document.body && document.activeElement !== null) return;
  const dialog = openDialogs().at(-1);
  if (dialog === undefined) document.getElementById('page')?.focus({ preventScroll: true });
  else focusOn(dialog);
}

/**
 * Whatever had the focus before dialogs came has it again once the last of them has gone. antd sees to that only where
 * one is closed and stays, not where it is taken down. Where that has gone meanwhile, the page's content has it.
 */
export function useFocusBack(open: boolean): void {
  const [before, setBefore] = useState<Element | null>(null);
  if (open && before === null) setBefore(document.activeElement);
  useLayoutEffect(() => {
    // The frame of a dialog whose code was on its way had the focus. It is gone, and has given it back.
    if (open && before?.isConnected === false) setBefore(document.activeElement);
  }, [open, before]);
  useEffect(() => {
    if (open || before === null) return;
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    rescueFocus();
    setBefore(null);
  }, [open, before]);
}
