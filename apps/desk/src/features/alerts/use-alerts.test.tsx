import {
  accountWith,
  type DeskServer,
  DeskWorld,
  messageWith,
  sampleConversationId,
  sampleId,
  startDeskServer,
} from '@parley/chat-core/fixtures';
import type { DeskSocialAccount } from '@parley/contract/channels';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stubAlerts } from '../../fixtures/alert-browser.ts';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { writeAlertChoices } from './alert-choices.ts';
import { useAlerts } from './use-alerts.ts';

const world = new DeskWorld();
const conversation = world.addConversation({ id: sampleConversationId, title: 'Lucía' });
let server: DeskServer;
let browser: ReturnType<typeof stubAlerts>;
beforeEach(async () => {
  writeAlertChoices(localStorage, { notifications: true, hideText: false, volume: 100, groups: 'mentions' });
  browser = stubAlerts('granted');
  server = await startDeskServer(world);
});
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await server.close();
});

const opened: string[] = [];

function Alerted({
  openId = null,
  accounts = [],
}: {
  openId?: string | null;
  accounts?: DeskSocialAccount[];
}) {
  useAlerts({
    subAccountId: sampleId(1),
    accounts,
    openId,
    conversationOf: async () => conversation,
    onOpen: (id) => void opened.push(id),
  });
  return null;
}

/** Renders the alerting component, and pushes a customer's message to it. */
function receive(piece = <Alerted />) {
  const desk = renderDesk(piece, server);
  const message = messageWith({
    seq: 1,
    original: 'Hola',
    translation: 'Hello',
    translationState: 'done',
    sentAt: Date.now(),
  });
  desk.push('changed', {
    conversationId: sampleConversationId,
    socialAccountId: sampleId(0xa0),
    seq: 1,
    message,
  });
  return desk;
}

it('shows who wrote what in the agent’s language, and opens the conversation by a click', async () => {
  receive();
  await vi.waitFor(() => expect(browser.shown).toHaveLength(1));
  expect(browser.shown).toMatchObject([{ title: 'Lucía', body: 'Hello', closed: false }]);
  expect(browser.tones).toEqual([0.4, 0.4]);
  browser.shown[0]?.click();
  expect(opened).toEqual([sampleConversationId]);
  expect(browser.shown[0]?.closed).toBe(true);
});

it('shows who handed a conversation over', async () => {
  const desk = renderDesk(<Alerted />, server);
  desk.push('handedOver', {
    id: sampleId(0x901),
    conversationId: sampleConversationId,
    socialAccountId: sampleId(0xa0),
    seq: 1,
    from: 'Spain',
    authorName: 'Ana',
    takenBack: false,
  });
  await vi.waitFor(() =>
    expect(browser.shown).toMatchObject([{ title: 'Lucía', body: 'Handed over by Ana (Spain)' }]),
  );
  expect(browser.tones).toHaveLength(2);
});

it('hides the message if the agent has chosen so', async () => {
  writeAlertChoices(localStorage, { notifications: true, hideText: true, volume: 0, groups: 'mentions' });
  receive();
  await vi.waitFor(() => expect(browser.shown).toMatchObject([{ title: 'Lucía', body: 'New message' }]));
  expect(browser.tones).toEqual([]);
});

it('closes the notification of a message that was read elsewhere', async () => {
  const desk = receive();
  await vi.waitFor(() => expect(browser.shown).toHaveLength(1));
  desk.push('conversation', { conversationId: sampleConversationId, readSeq: 1, unread: 0 });
  expect(browser.shown[0]?.closed).toBe(true);
});

it.each([
  ['the conversation is open', <Alerted key="open" openId={sampleConversationId} />],
  ['the account is muted', <Alerted key="muted" accounts={[accountWith({ muted: true })]} />],
])('keeps silent while %s', async (_, piece) => {
  const desk = receive(piece);
  const other = sampleId(0xc9);
  const message = messageWith({ seq: 1, id: sampleId(99), conversationId: other, sentAt: Date.now() });
  // The next message of another account proves that the alerts are active.
  desk.push('changed', { conversationId: other, socialAccountId: sampleId(0xa9), seq: 1, message });
  await vi.waitFor(() => expect(browser.shown).toMatchObject([{ body: 'text 1' }]));
});
