/** Moves the focus to the text of the conversation that is open. */
export const focusComposer = () => document.querySelector<HTMLElement>('.desk-composer textarea')?.focus();
