/** Inserts as if typed, at the caret: the browser's undo takes it back. */
export function insertText(area: HTMLTextAreaElement, text: string): void {
  // A touch screen's keyboard would cover the panel, unless it is there already.
  if (area.matches(':focus') || !window.matchMedia('(pointer: coarse)').matches) {
    area.focus({ preventScroll: true });
    // Deprecated for rich text; for fields there is no other way that keeps what can be undone.
    if (document.execCommand('insertText', false, text)) return;
  }
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}
