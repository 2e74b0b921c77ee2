/** Conversations with links, and the requests of the links' holders. */
import { randomUUID } from 'node:crypto';
import * as api from '@parley/contract/chat-shares';
import { expect } from 'vitest';
import type { InboundHarness } from '../../../testing/inbound-harness.ts';

type Chat = { chatId: string; conversationId: string };

type ShareForm = {
  title: string;
  access: api.ShareAccess;
  validDays: number | null;
  password: string | null;
};
export const shareForm = {
  title: 'Order 1042',
  access: 'public',
  validDays: null,
  password: null,
} as const satisfies ShareForm;

export function chatLinks(harness: () => InboundHarness) {
  /** Creates a conversation with these lines of Marta's, each translated. */
  async function chat(...lines: string[]): Promise<Chat> {
    const chatId = randomUUID();
    const from = { id: chatId, displayName: 'Marta', language: null };
    const given = { from, chatTitle: 'Marta' };
    for (const line of lines) await harness().tell(harness().inbound(chatId, line, given));
    const [first] = await harness().quiet(chatId);
    return { chatId, conversationId: first?.conversation_id ?? '' };
  }

  async function share({ conversationId }: Pick<Chat, 'conversationId'>, given: Partial<ShareForm> = {}) {
    const body = { conversationId, ...shareForm, ...given };
    const made = await harness().call(api.createChatShare, { body }, harness().owner.token);
    return { ...made, token: new URL(made.path, harness().url).searchParams.get(api.shareParameter) ?? '' };
  }

  let addresses = 0;
  const newAddress = () => `198.18.1.${++addresses}`;
  const open = (link: string, password?: string, address = newAddress()) =>
    harness().send(
      api.openChatShare,
      { body: { token: link, ...(password === undefined ? {} : { password }) } },
      undefined,
      { 'x-forwarded-for': address },
    );
  const read = (link: string, query: { before?: number; since?: number } = {}, pass = '') =>
    harness().send(api.readChatShare, { query }, undefined, {
      [api.shareTokenHeader]: link,
      'x-forwarded-for': newAddress(),
      ...(pass === '' ? {} : { [api.sharePassHeader]: pass }),
    });
  const viewOf = async (...given: Parameters<typeof read>) => {
    const answer = await read(...given);
    expect(answer.status).toBe(200);
    return answer.body.data as api.SharedChat; // as declared
  };
  const passOf = async (link: string, password: string) =>
    ((await open(link, password)).body.data as { pass: string }).pass; // as declared

  return { chat, share, newAddress, open, read, viewOf, passOf };
}
