import { element } from '../view/dom.ts';

/** Copies a text. By a selection, because browsers withhold the clipboard from pages that came without TLS. */
export function copy(beside: HTMLElement, text: string): void {
  const field = element('textarea', 'hush', { tabindex: '-1', 'aria-hidden': 'true' });
  field.value = text;
  beside.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
