/** The chat history as the owner reads it. */
import type { TranslationSettings } from '@parley/contract/conversations';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { found } from '../../../app/testing/opened.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import { buttonBy, choose, fieldOf } from '../../../app/testing/selects.ts';
import chatHistoryTexts from '../../../features/chat-history/locales/en-US.json' with { type: 'json' };
import { chatHistoryRoutes } from '../../../features/chat-history/testing/routes.ts';
import { storyConversations, storyMessages } from '../../../features/chat-history/testing/story.ts';
import { busySocialAccounts } from '../../../features/social-accounts/testing/samples.ts';
import { noSocialAccounts } from '../../../features/social-accounts/testing/social-account-changes.ts';
import { socialAccountRoutes } from '../../../features/social-accounts/testing/social-accounts.ts';
import { busySubAccounts, subAccountRoutes } from '../../../features/sub-accounts/testing/sub-accounts.ts';
import { translationSettingsRoutes } from '../../../features/translation-settings/testing/translation-settings.ts';
import { sampleId } from '../../../lib/testing/samples.ts';
import { ChatHistory } from './ChatHistory.tsx';

const busyWorld = () => {
  const messages = storyMessages();
  return {
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
};
const open = (at: string, world = busyWorld()) =>
  renderPage(<ChatHistory />, {
    at,
    answers: [
      ...chatHistoryRoutes(world),
      ...socialAccountRoutes(world),
      ...subAccountRoutes(world),
      ...translationSettingsRoutes(world),
    ],
  });

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const path = '/internalControl/chatHistory';
const first = `${path}?conversation=${sampleId(2, 1)}`;

const log = () => screen.findByRole('log', { name: chatHistoryTexts.chatHistory.messages }, found);

it('shows both languages of what was kept, and no word about what is not', async () => {
  open(first);
  const shown = within(await log());
  expect(await shown.findByText('Hola, ¿tienen la chaqueta azul en talla M?', {}, found)).toBeTruthy();
  expect(shown.getByText('Hello, do you have the blue jacket in size M?')).toBeTruthy();
  expect(screen.queryByText(chatHistoryTexts.chatHistory.notKept)).toBeNull();
  expect(screen.queryByText(chatHistoryTexts.chatHistory.textNotKept)).toBeNull();
});

it('explains missing texts where a sub-account keeps none, for each message and in the list', async () => {
  const world = busyWorld();
  const gone = { original: '', translation: null, translationState: 'none', erased: true } as const;
  world.messages = world.messages.map((message) => ({ ...message, ...gone }));
  world.conversations = world.conversations.map((one) =>
    one.lastMessage === null ? one : { ...one, lastMessage: { ...one.lastMessage, ...gone } },
  );
  open(first, world);
  const shown = within(await log());
  expect(await shown.findByText(chatHistoryTexts.chatHistory.notKept, {}, found)).toBeTruthy();
  expect(shown.getAllByText(chatHistoryTexts.chatHistory.textNotKept)).toHaveLength(world.messages.length);
  // Outside of the conversation: its row, and those of the others.
  expect(screen.getAllByText(chatHistoryTexts.chatHistory.textNotKept).length).toBeGreaterThan(
    world.messages.length,
  );
  expect(document.body.textContent).not.toContain('chaqueta');
});

it('sets the translation of one conversation from the chat history', async () => {
  const world = busyWorld();
  const conversation = sampleId(2, 1);
  open(`${path}?conversation=${conversation}`, world);
  fireEvent.click(await screen.findByText('Translation settings', { selector: 'button *' }, found));
  const send = await fieldOf('Translate sent messages', await screen.findByRole('dialog', {}, found));
  await choose(send, 'Off');
  fireEvent.click(buttonBy(send, 'Save'));
  await waitFor(
    () => expect(world.translationSettings.get(conversation)?.sendTranslationEnable).toBe(false),
    found,
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
});
