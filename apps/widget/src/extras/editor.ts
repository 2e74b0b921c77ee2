/** Edits the text of a message in its own row. Enter saves, Escape discards the changes. */
import { cleanText, codePoints, messageLimit } from '../lib/text.ts';
import { element, textButton } from '../view/dom.ts';

export function openEditor(
  text: string,
  words: { edit: string; save: string; cancel: string; long: string },
  on: { save(text: string): void; closed(): void; mayBeEmpty: boolean },
): HTMLElement {
  const note = element('span', 'bad', { role: 'status' });
  const area = element('textarea', 'area', { rows: '1', dir: 'auto', 'aria-label': words.edit });
  area.value = text;
  const check = (): boolean => {
    const fits = codePoints(cleanText(area.value)) <= messageLimit;
    area.setAttribute('aria-invalid', String(!fits));
    note.textContent = fits ? '' : words.long;
    area.style.height = 'auto';
    area.style.height = `${Math.min(area.scrollHeight, 132)}px`;
    return fits && (on.mayBeEmpty || cleanText(area.value) !== '');
  };
  function save(): void {
    if (!check()) {
      area.focus();
      return;
    }
    on.closed();
    if (cleanText(area.value) !== text) on.save(cleanText(area.value));
  }
  const acts = element('div', 'meta', {}, [
    note,
    textButton(words.save, save),
    textButton(words.cancel, on.closed),
  ]);
  const root = element('div', 'editor', {}, [element('div', 'composer', {}, [area]), acts]);
  area.addEventListener('input', check);
  root.addEventListener('keydown', (event) => {
    // While an input method composes, Enter picks a word; Safari indicates that only by the legacy key code.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      on.closed();
    }
    if (event.key === 'Enter' && !event.shiftKey && event.target === area) {
      event.preventDefault();
      save();
    }
  });
  queueMicrotask(() => {
    check();
    area.focus({ preventScroll: true });
  });
  return root;
}
