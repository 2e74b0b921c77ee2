/** The ways to attach files: a button, pasting them, and dropping them on the chat. */
import { extraIcon } from '../extras/icons.ts';
import { element } from '../view/dom.ts';

/** Browsers open the file picker only on a press by the visitor. */
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
    // Allows the same file to be chosen again.
    picker.value = '';
  });
  foot.querySelector('textarea')?.addEventListener('paste', (event) => {
    const files = [...(event.clipboardData?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    attach(files);
  });
  foot.querySelector('.composer')?.prepend(button, picker);
  if (foot.parentElement) takeDropped(foot.parentElement, attach);
}

/** Accepts dropped files; otherwise a browser would leave the shop's page to show the file. */
function takeDropped(panel: HTMLElement, attach: (files: readonly File[]) => void): void {
  const mark = (on: boolean): boolean => panel.classList.toggle('dropping', on);
  panel.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files') !== true) return;
    event.preventDefault();
    mark(true);
  });
  panel.addEventListener('dragleave', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && panel.contains(relatedTarget))) mark(false);
  });
  panel.addEventListener('drop', (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    mark(false);
    attach(files);
  });
}
