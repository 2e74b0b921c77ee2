import { useLayoutEffect } from 'react';

/** Returns the visible dialogs, the topmost last. */
export function openDialogs(): HTMLElement[] {
  const dialogs = [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')];
  // React and antd both hide elements with this style.
  return dialogs.filter((dialog) => dialog.closest('[style*="display: none"]') === null);
}

/** Moves the focus into a dialog. In a drawer only the element around the dialog is focusable. */
export const focusOn = (dialog: HTMLElement): void =>
  (dialog.closest<HTMLElement>('[tabindex]') ?? dialog).focus({ preventScroll: true });

/**
 * Restores the focus of a dialog that becomes visible again with its page. antd tries that a moment later and fails,
 * because it focuses a part of the dialog that isn't back yet. Use it in a component that is hidden and shown with the
 * dialog, after it.
 */
export function useDialogFocus(): void {
  useLayoutEffect(() => {
    const top = openDialogs().at(-1);
    if (top !== undefined && !top.contains(document.activeElement)) focusOn(top);
  }, []);
}
