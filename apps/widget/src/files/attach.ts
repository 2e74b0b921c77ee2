/** The button by which files are attached, and pasting them. */
import { extraIcon } from '../extras/icons.ts';
import { element } from '../view/dom.ts';

/** The system's window for files opens by the visitor's own press alone. */
export function createAttach(
  foot: HTMLElement,
  words: { attach: string },
  attach: (files: readonly File[]) => void,
): void {
  const attributes = { type: 'button', 'aria-label': words.attach, title: words.attach };
  const button = element('button', 'tool', attributes, [extraIcon('attach')]);
  const picker = element('input', '', { type: 'file', multiple: '', hidden: '' });
  button.addEventListener('click', () => picker.click());
  picker.addEventListener('change', () => {
    attach([...(picker.files ?? [])]);
    // The same file may be chosen again.
    picker.value = '';
  });
  foot.querySelector('textarea')?.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    attach(files);
  });
  foot.querySelector('.composer')?.prepend(button, picker);
}
