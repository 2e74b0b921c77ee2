import { element } from '../view/dom.ts';

/** Copies a text by selecting it, because browsers withhold the clipboard API from pages loaded without TLS. */
export function copy(beside: HTMLElement, text: string): void {
  const field = element('textarea', 'hush', { tabindex: '-1', 'aria-hidden': 'true' });
  field.value = text;
  beside.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
