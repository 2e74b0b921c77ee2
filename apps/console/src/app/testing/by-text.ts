/** Finds elements by text in the whole document: queries by role take seconds on a busy machine. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { found } from './page-harness.tsx';

export const rowOf = async (name: string | RegExp) => {
  const row = (await screen.findByText(name, {}, found)).closest('tr');
  if (row === null) throw new Error(`${name} stands in no row`);
  return row;
};
export const findByLabel = (name: string) => screen.findByLabelText(name, {}, found);
export const button = (name: string) => {
  const one = screen.getAllByText(name).find((text) => text.closest('button') !== null);
  if (one === undefined) throw new Error(`there is no button "${name}"`);
  return one;
};
export const enter = (field: HTMLElement, value: string) =>
  void fireEvent.change(field, { target: { value } });
/**
 * Finds a dialog by its title element: in tests antd gives all elements the same id, so that no dialog has an
 * accessible name.
 */
const titled = (name: string) =>
  screen
    .queryAllByRole('dialog')
    .find((one) => one.querySelector('.ant-modal-title, .ant-drawer-title')?.textContent === name);
export const dialog = (name: string) =>
  waitFor(() => {
    const one = titled(name);
    if (one === undefined) throw new Error(`there is no dialog "${name}"`);
    return one;
  }, found);
export const waitUntilGone = (name: string) => waitFor(() => expect(titled(name)).toBeUndefined(), found);

/** Selects an entry of a row's menu. */
export async function chooseFromMenu(rowName: string, entry: string): Promise<void> {
  fireEvent.click(await findByLabel(`More for ${rowName}`));
  const item = await waitFor(() => {
    const open = [...document.querySelectorAll('.ant-dropdown:not(.ant-dropdown-hidden) [role=menuitem]')];
    const found = open.find((one) => one.textContent === entry);
    if (found === undefined) throw new Error(`there is no entry "${entry}"`);
    return found;
  }, found);
  // The menu takes the focus three frames after it opens, which is later than a dialog opened by a quicker click.
  await waitFor(
    () => expect(item.closest('[role=menu]')?.contains(document.activeElement)).toBe(true),
    found,
  );
  fireEvent.click(item);
}
