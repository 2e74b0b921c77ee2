/** The links to conversations as the owner sees them. */
import type { TranslationSettings } from '@parley/contract/conversations';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { chooseFromMenu, dialog, enter, waitUntilGone } from '../../../app/testing/by-text.ts';
import { found } from '../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import { enUS } from '../../../app/testing/texts.ts';
import {
  type ChatShareWorld,
  chatShareRoutes,
  someShare,
} from '../../../features/chat-history/shares/testing/shares.ts';
import { chatHistoryRoutes } from '../../../features/chat-history/testing/routes.ts';
import { storyConversations, storyMessages } from '../../../features/chat-history/testing/story.ts';
import { busySocialAccounts } from '../../../features/social-accounts/testing/samples.ts';
import { noSocialAccounts } from '../../../features/social-accounts/testing/social-account-changes.ts';
import { socialAccountRoutes } from '../../../features/social-accounts/testing/social-accounts.ts';
import { busySubAccounts, subAccountRoutes } from '../../../features/sub-accounts/testing/sub-accounts.ts';
import { translationSettingsRoutes } from '../../../features/translation-settings/testing/translation-settings.ts';
import { sampleId } from '../../../lib/testing/samples.ts';
import { ChatHistory } from './ChatHistory.tsx';

const worldOf = (...shares: ReturnType<typeof someShare>[]): ChatShareWorld => ({
  shares,
  passwords: new Map(shares.map(({ id }) => [id, 'kite42'])),
});

function open(shares: ChatShareWorld, query = `?conversation=${sampleId(2, 1)}`) {
  const messages = storyMessages();
  const world = {
    ...noSocialAccounts(),
    ownerRemaining: 1_284_500,
    ports: 40,
    allocations: new Map<string, number>(),
    subAccounts: busySubAccounts(),
    socialAccounts: busySocialAccounts(),
    messages,
    conversations: storyConversations(messages),
    translationSettings: new Map<string, TranslationSettings>(),
  };
  return renderPage(<ChatHistory />, {
    at: `/internalControl/chatHistory${query}`,
    answers: [
      ...chatHistoryRoutes(world),
      ...socialAccountRoutes(world),
      ...subAccountRoutes(world),
      ...translationSettingsRoutes(world),
      ...chatShareRoutes(shares),
    ],
  });
}

const record = async (button: RegExp) => {
  fireEvent.click(await screen.findByRole('button', { name: button }, found));
  return within(await dialog('Shared chat history'));
};

it('shares the open conversation with a password, and shows the link', async () => {
  const world = worldOf();
  open(world);
  const drawer = await record(/Share$/);
  expect(await drawer.findByText('No shares yet', {}, found)).toBeTruthy();
  expect(drawer.getByText('Share this conversation by link: readers need no login.')).toBeTruthy();
  fireEvent.click(drawer.getByRole('button', { name: /Share conversation/ }));
  const form = within(await dialog('Share conversation'));
  enter(form.getByLabelText('Title'), 'For Li');
  enter(form.getByLabelText('Password', { selector: 'input[type=text]' }), 'abc');
  fireEvent.click(form.getByRole('button', { name: 'Share conversation' }));
  expect(await form.findByText(/4/, { selector: '.ant-form-item-explain-error' }, found)).toBeTruthy();
  enter(form.getByLabelText('Password', { selector: 'input[type=text]' }), 'kite42');
  fireEvent.click(form.getByRole('button', { name: 'Share conversation' }));
  await waitUntilGone('Share conversation');
  expect(world.shares).toMatchObject([
    { title: 'For Li', validDays: 7, access: 'password', conversation: { id: sampleId(2, 1) } },
  ]);
  const link = within(await dialog('For Li'));
  expect(link.getByText(/\/chatHistory\/share\?share=token-1$/)).toBeTruthy();
});

it('lists the links to all conversations with their state, searches them, and reports when none is found', async () => {
  const other = someShare({
    id: sampleId(23, 2),
    title: 'Old',
    status: 'expired',
    opens: 0,
    lastOpenedAt: null,
  });
  open(worldOf(someShare(), other), '');
  const drawer = await record(/Shared chat history/);
  expect(await drawer.findByText('For the supplier', {}, found)).toBeTruthy();
  for (const text of ['Enabled', 'Expired', 'Never opened', /^Opened 1,204 times/])
    expect(drawer.getByText(text)).toBeTruthy();
  expect(drawer.getAllByRole('link', { name: 'Marta' })[0]?.getAttribute('href')).toBe(
    `/internalControl/chatHistory?conversation=${sampleId(2, 1)}`,
  );
  enter(drawer.getByLabelText('Search titles'), 'nothing');
  expect(await drawer.findByText('No shares found', {}, found)).toBeTruthy();
});

it('keeps another user’s concurrent change until a button overwrites it', async () => {
  const world = worldOf(someShare());
  const { user } = open(world);
  const drawer = await record(/Share$/);
  await drawer.findByText('For the supplier', {}, found);
  await chooseFromMenu('For the supplier', 'Edit');
  const form = within(await dialog('Edit share'));
  expect(await form.findByText('Current password: kite42. Leave empty to keep it.', {}, found)).toBeTruthy();
  const theirs = someShare({ title: 'For Li', version: 5 });
  world.shares[0] = theirs;
  enter(form.getByLabelText('Title'), 'For Ana');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(enUS.stale.title, {}, found)).toBeTruthy();
  expect(theirs.title).toBe('For Li');
  await user.click(form.getByRole('button', { name: /Save mine$/ }));
  await waitFor(() => expect(theirs).toMatchObject({ title: 'For Ana', version: 6 }), found);
});

it('cancels a link after a confirmation, and keeps its record', async () => {
  const world = worldOf(someShare());
  open(world);
  const drawer = await record(/Share$/);
  await drawer.findByText('For the supplier', {}, found);
  await chooseFromMenu('For the supplier', 'Cancel sharing');
  const question = within(await dialog('Cancel sharing?'));
  fireEvent.click(question.getByRole('button', { name: 'Cancel sharing' }));
  await waitFor(() => expect(world.shares[0]?.status).toBe('cancelled'));
  expect(await drawer.findByText('Cancelled', {}, found)).toBeTruthy();
});
