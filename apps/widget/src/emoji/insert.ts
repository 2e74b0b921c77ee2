/** Inserts a text at the caret as if typed, which keeps the browser's undo history. */
export function insertText(area: HTMLTextAreaElement, text: string): void {
  // On a touch screen, focusing would open a keyboard that covers the panel, unless it is already open.
  if (area.matches(':focus') || !window.matchMedia('(pointer: coarse)').matches) {
    area.focus({ preventScroll: true });
    // Deprecated for rich text, but for form fields there is no other way to keep the undo history.
    if (document.execCommand('insertText', false, text)) return;
  }
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
