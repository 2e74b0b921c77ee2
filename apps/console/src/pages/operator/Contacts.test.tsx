import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { found } from '../../app/testing/page-harness.tsx';
import { enUS } from '../../app/testing/texts.ts';
import operatorTexts from '../../entities/operator/locales/en-US.json' with { type: 'json' };
import nounTexts from '../../features/support/locales/en-US.json' with { type: 'json' };
import { busyContacts, contactRoutes, freshContacts } from '../../features/support/testing/contacts.ts';
import { Contacts } from './Contacts.tsx';
import { renderOperatorPage } from './testing/render-operator-page.tsx';

const shared = operatorTexts.operator;
const texts = nounTexts.support;
/** By its role: the column has the same name. */
const nameField = { name: texts.contacts.name };

const open = (world = { contacts: busyContacts() }, at = '/operator/contacts') => ({
  ...renderOperatorPage(<Contacts />, { at, answers: contactRoutes(world) }),
  world,
});

it('warns that another operator has changed the contact, and loads the new version', async () => {
  const { user, world } = open();
  await user.click(await screen.findByRole('button', { name: 'Edit Support' }, found));
  const kept = world.contacts.find(({ name }) => name === 'Support');
  if (kept === undefined) throw new Error('there is no such contact');
  Object.assign(kept, { version: 2, name: 'Support team' });
  const name = await screen.findByRole('textbox', nameField, found);
  await user.clear(name);
  await user.type(name, 'Mine');
  await user.click(screen.getByRole('button', { name: shared.save }));
  expect(await screen.findByText(shared.stale, {}, found)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: shared.loadNew }));
  expect(await screen.findByRole('button', { name: 'Edit Support team' }, found)).toBeTruthy();
  expect(kept.name).toBe('Support team');
});

it('asks for confirmation before input is lost', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Edit Support' }, found));
  await user.type(await screen.findByRole('textbox', nameField, found), '!');
  await user.keyboard('{Escape}');
  expect(await screen.findByText(enUS.unsaved.title, {}, found)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: enUS.unsaved.stay }));
  expect(screen.getByRole<HTMLInputElement>('textbox', nameField).value).toBe('Support!');
});

it('requests the order of the selected column', async () => {
  const { user, server } = open();
  for (const [title, sort] of [
    [texts.contacts.name, 'name.asc'],
    [texts.contacts.account, 'account.asc'],
  ] as const) {
    await user.click(await screen.findByRole('columnheader', { name: title }, found));
    await waitFor(() => expect(server.asked.at(-1)).toContain(`sort=${sort}`), found);
  }
});

it('marks what a contact has left empty', async () => {
  open({ contacts: freshContacts() });
  const row = (await screen.findByRole('button', { name: 'Edit Support' }, found)).closest('tr');
  const cells = [...(row?.cells ?? [])].map((cell) => cell.textContent);
  expect(cells.slice(2, 4)).toEqual(['–', '–']);
});
