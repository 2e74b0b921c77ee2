/** Focuses the text area of the open conversation. */
export const focusComposer = () => document.querySelector<HTMLElement>('.desk-composer textarea')?.focus();
