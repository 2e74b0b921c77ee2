const fields = 'input:not([type=hidden]):not(:disabled), textarea:not(:disabled)';

/**
 * For a dialog or drawer with a form: gives the focus to its first field once it is open. In a browser a field's own
 * `autoFocus` comes too early, before the dialog stands in the page, and then the dialog takes the focus itself.
 *
 * @param formId of the form inside
 */
export const focusFirstField =
  (formId: string) =>
  (isOpen: boolean): void => {
    if (!isOpen) return;
    const form = document.getElementById(formId);
    if (form === null || form.contains(document.activeElement)) return;
    form.querySelector<HTMLElement>(fields)?.focus();
  };
