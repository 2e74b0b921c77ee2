const fields = 'input:not([type=hidden]):not(:disabled), textarea:not(:disabled)';

/**
 * Focuses the first field of the form in a dialog or drawer once it is open. A field's own `autoFocus` fires before the
 * dialog is in the document, and the dialog then takes the focus itself.
 *
 * @param formId id of the form in the dialog
 */
export const focusFirstField =
  (formId: string) =>
  (isOpen: boolean): void => {
    if (!isOpen) return;
    const form = document.getElementById(formId);
    if (form === null || form.contains(document.activeElement)) return;
    form.querySelector<HTMLElement>(fields)?.focus();
  };
