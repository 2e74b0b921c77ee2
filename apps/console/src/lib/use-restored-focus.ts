import { useEffect, useLayoutEffect, useState } from 'react';
import { focusOn, openDialogs } from './use-dialog-focus.ts';

/** Moves a focus that has fallen back to the body into the topmost dialog, or else to the page's content. */
export function rescueFocus(): void {
  if (document.activeElement !== document.body && document.activeElement !== null) return;
  const dialog = openDialogs().at(-1);
  if (dialog === undefined) document.getElementById('page')?.focus({ preventScroll: true });
  else focusOn(dialog);
}

/**
 * Restores the focus to the element that had it before dialogs opened, once the last one is gone; when that element is
 * gone as well, to the page's content. antd restores it only for dialogs that are closed but stay mounted, not for
 * those that are unmounted.
 */
export function useRestoredFocus(open: boolean): void {
  const [before, setBefore] = useState<Element | null>(null);
  if (open && before === null) setBefore(document.activeElement);
  useLayoutEffect(() => {
    // The focus was in the placeholder of a dialog whose code was loading; it has been unmounted and has returned the
    // focus.
    if (open && before?.isConnected === false) setBefore(document.activeElement);
  }, [open, before]);
  useEffect(() => {
    if (open || before === null) return;
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    rescueFocus();
    setBefore(null);
  }, [open, before]);
}
