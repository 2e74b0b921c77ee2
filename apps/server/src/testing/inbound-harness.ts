/** Starts a server with an agent, an engine and a test clock; inbound messages are passed to the service directly. */
import { randomUUID } from 'node:crypto';
import * as identityApi from '@parley/contract/identity';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { type ChatHarness, type ChatHarnessOptions, startChatHarness } from './chat-harness.ts';
import { testClock } from './test-clock.ts';

type Inbound = Parameters<ChatHarness['app']['services']['conversations']['accept']>[0][number];

export type InboundHarness = Awaited<ReturnType<typeof startInboundHarness>>;

/** A stored row, read with SQL so that no presenter hides a column. */
export type StoredMessage = {
  id: string;
  conversation_id: string;
  direction: 'in' | 'out';
  kind: string;
  file_id: string | null;
  original: string;
  translation: string | null;
  translation_state: string;
  translation_problem: string | null;
  delivery: string;
  characters: number;
  triggered_by: string | null;
  erased_at: Date | null;
  author_sub_account_id: string | null;
};

export async function startInboundHarness(options: Omit<ChatHarnessOptions, 'clock'> = {}) {
  const clock = testClock();
  const harness = await startChatHarness({ ...options, clock });
  const { database } = harness.app;
  const { workspaceId } = harness.owner;
  const { subAccountId } = harness.agent;

  const account = { workspaceId, id: harness.site, platform: 'webchat', subAccountId } as const;
  const inbound = (chatId: string, text: string, given: Partial<Inbound> = {}): Inbound => ({
    ...textFrom(chatId, text),
    account,
    sentAt: clock.now(),
    ...given,
  });
  async function messagesOf(chatId: string): Promise<StoredMessage[]> {
    const { rows } = await database.db.execute<StoredMessage>(sql`
      select m.* from conversations c
      join messages m on m.workspace_id = c.workspace_id and m.conversation_id = c.id
      where c.workspace_id = ${workspaceId} and c.chat_id = ${chatId} order by m.seq`);
    return rows;
  }
  return {
    ...harness,
    clock,
    database,
    inbound,
    messagesOf,
    tell: (...messages: Inbound[]) => harness.app.services.conversations.accept(messages),
    /** Waits until no message of the chat is being replied to, translated or sent. */
    quiet: (chatId: string) =>
      until('the chat to be quiet', async () => {
        // Before the messages are read: rows that a job adds exist once the job is gone.
        const { rows: arrivals } = await database.db.execute(sql`
          select 1 from graphile_worker.jobs where task_identifier = 'conversations.message-arrived'`);
        if (arrivals.length > 0) return false;
        const rows = await messagesOf(chatId);
        const busy = ({ delivery, translation_state: state }: StoredMessage) =>
          state === 'pending' || ['translating', 'queued', 'sending'].includes(delivery);
        return rows.length > 0 && !rows.some(busy) && rows;
      }),
    ...logIns(harness),
    /** Applies an owner's decisions without the console. */
    decide: (changes: Readonly<Record<string, string | boolean>>, id = subAccountId) =>
      Promise.all(
        Object.entries(changes).map(([name, value]) =>
          database.db.execute(sql`
            update sub_accounts set ${sql.identifier(name)} = ${value}
            where workspace_id = ${workspaceId} and id = ${id}`),
        ),
      ),
  };
}

function textFrom(chatId: string, text: string): Omit<Inbound, 'account' | 'sentAt'> {
  return {
    kind: 'text',
    platformMessageId: randomUUID(),
    referenceId: null,
    replyTo: null,
    chatId,
    chatKind: 'private',
    chatTitle: null,
    author: 'customer',
    from: { id: chatId, displayName: null, language: null },
    text,
    attachment: null,
    fileId: null,
    history: false,
  };
}

/** Returns new logins: the harness's own expire by the test's clock. */
function logIns(harness: ChatHarness) {
  return {
    ownerToken: async () => {
      const { email: username, password } = harness.owner;
      return (await harness.call(identityApi.logIn, { body: { username, password } })).accessToken;
    },
    deskToken: async ({ accountName, password } = harness.agent) =>
      (await harness.logInDesk(accountName, password)).accessToken,
  };
}
