/** The chat history as the owner reads it, in the whole console over a world in memory. */
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { busyWorld } from '../fixtures/console-world.ts';
import { sampleId } from '../fixtures/samples.ts';
import { found, openConsole } from './testing/open-console.tsx';
import { enUS } from './testing/texts.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const path = '/internalControl/chatHistory';
const first = `${path}?conversation=${sampleId(2, 1)}`;

const log = () => screen.findByRole('log', { name: enUS.chatHistory.messages }, found);

it('shows both languages of what was kept, and no word about what is not', async () => {
  openConsole(first, true);
  const shown = within(await log());
  expect(await shown.findByText('Hola, ¿tienen la chaqueta azul en talla M?', {}, found)).toBeTruthy();
  expect(shown.getByText('Hello, do you have the blue jacket in size M?')).toBeTruthy();
  expect(screen.queryByText(enUS.chatHistory.notKept)).toBeNull();
  expect(screen.queryByText(enUS.chatHistory.textNotKept)).toBeNull();
});

it('says why there are no texts where a sub-account keeps none, for each message and in the list', async () => {
  const world = busyWorld();
  const gone = { original: '', translation: null, translationState: 'none', erased: true } as const;
  world.messages = world.messages.map((message) => ({ ...message, ...gone }));
  world.conversations = world.conversations.map((one) =>
    one.lastMessage === null ? one : { ...one, lastMessage: { ...one.lastMessage, ...gone } },
  );
  openConsole(first, true, world);
  const shown = within(await log());
  expect(await shown.findByText(enUS.chatHistory.notKept, {}, found)).toBeTruthy();
  expect(shown.getAllByText(enUS.chatHistory.textNotKept)).toHaveLength(world.messages.length);
  // Outside of the conversation: its row, and those of the others.
  expect(screen.getAllByText(enUS.chatHistory.textNotKept).length).toBeGreaterThan(world.messages.length);
  expect(document.body.textContent).not.toContain('chaqueta');
});
