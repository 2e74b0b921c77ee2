/** Reads and operates selects in forms. */
import { fireEvent, screen, within } from '@testing-library/react';
import { found } from './page-harness.tsx';

/** A select of a form, by its label. */
export const fieldOf = (label: string, within_: HTMLElement = document.body) =>
  within(within_).findByLabelText(label, { selector: 'input' }, found);
export const selectedText = (field: HTMLElement) => field.closest('.ant-select')?.textContent ?? '';

export async function choose(field: HTMLElement, option: string): Promise<void> {
  fireEvent.mouseDown(field);
  fireEvent.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }, found));
}

/** Returns a button of the field's form, as other forms on the page have one with the same text. */
export function formButton(field: HTMLElement, text: string): HTMLButtonElement {
  const form = field.closest('form');
  const button = within(form ?? document.body)
    .getByText(text, { selector: 'button *' })
    .closest('button');
  if (button === null) throw new Error(`${text} is no button`);
  return button;
}
