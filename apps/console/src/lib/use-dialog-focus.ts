import { useLayoutEffect } from 'react';

/** The dialogs in sight, the topmost last. */
export function openDialogs(): HTMLElement[] {
  const dialogs = [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')];
  // Both React and antd hide by this style.
  return dialogs.filter((dialog) => dialog.closest('[style*="display: none"]') === null);
}

/** Moves the focus into a dialog. Of a drawer, only what is around its dialog takes it. */
export const focusOn = (dialog: HTMLElement): void =>
  (dialog.closest<HTMLElement>('[tabindex]') ?? dialog).focus({ preventScroll: true });

/**
 * A dialog that comes back into sight together with its page has the focus again. antd would see to it a moment
 * later, and fail: it asks a part of the dialog that is not back yet.
 * Belongs into a component that is hidden and shown with the dialog, behind it.
 */
export function useDialogFocus(): void {
  useLayoutEffect(() => {
    const top = openDialogs().at(-1);
    if (top !== undefined && !top.contains(document.activeElement)) focusOn(top);
  }, []);
}
