/** Conversations on websites whose visitors are asked for ratings, below HTTP. */
import { eq } from 'drizzle-orm';
import { connectDatabase, type Database, type Tx, transaction } from '../../../base/db/database.ts';
import { testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { conversations, messages } from '../../../schema/conversations.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import { testClock } from '../../../testing/test-clock.ts';
import { takeNumber } from '../../conversations/index.ts';
import { createSensitiveWords } from '../../sensitive-words/index.ts';
import { type AgentsClosing, askForRating, dismissRating, rate, ratingFor } from '../service.ts';

export type RatingsHarness = Awaited<ReturnType<typeof startRatingsHarness>>;
export type Chat = {
  workspaceId: WorkspaceId;
  conversationId: string;
  socialAccountId: string;
  subAccountId: string;
  chatId: string;
};

export async function startRatingsHarness() {
  const place = await testDatabase();
  const database = connectDatabase(place.url, createLog('silent'), 12);
  const clock = testClock();
  const { realtime, emitted } = fakeRealtime();
  const deps = { database, clock, realtime, sensitiveWords: createSensitiveWords({ realtime, clock }) };
  return {
    database,
    clock,
    /** Events sent to desks and consoles: the recipient’s id, the name and the content. */
    emitted,
    work: <T>(run: (tx: Tx) => Promise<T>): Promise<T> => transaction(database, run),
    ...rowsIn(database),
    ...chatsIn(database, clock.now),
    shown: (chat: Chat) => ratingFor(database, chat, clock.now()),
    rate: async (chat: Chat, id: string, score: number, comment?: string) =>
      rate(deps, chat, id, { score, comment, language: 'es' }),
    dismiss: (chat: Chat, id: string) => dismissRating(deps, chat, id),
    async close() {
      await database.close();
      await place.drop();
    },
  };
}

function fakeRealtime() {
  const emitted: unknown[][] = [];
  const to = (id: string) => ({
    emit: (name: string, content: unknown) => void emitted.push([id, name, content]),
  });
  // Ratings emit to these two only.
  return { realtime: { desk: to, console: to } as unknown as RealtimeServer, emitted };
}

function rowsIn({ db }: Database) {
  async function workspace(): Promise<WorkspaceId> {
    const id = trustWorkspaceId(newId());
    await db.insert(workspaces).values({ id, timeZone: 'UTC' });
    return id;
  }

  type Given = Partial<typeof subAccounts.$inferInsert>;
  async function agent(workspaceId: WorkspaceId, given: Given = {}): Promise<string> {
    const id = newId();
    const row = { workspaceId, id, accountName: id, passwordHash: 'constant', remark: 'Agent' };
    await db.insert(subAccounts).values({ ...row, ...given });
    return id;
  }

  async function site(workspaceId: WorkspaceId, subAccountId: string): Promise<string> {
    const id = newId();
    const row = { platform: 'webchat', name: 'Shop', externalId: id, handle: '', credentials: '' } as const;
    await db.insert(socialAccounts).values({ ...row, workspaceId, id, subAccountId });
    return id;
  }
  return { workspace, agent, site };
}

type Message = Partial<typeof messages.$inferInsert>;

/** Returns a function that stores a message of a visitor, unless `given` says otherwise. */
function writingIn(database: Database, now: () => number) {
  return ({ workspaceId, conversationId, socialAccountId }: Chat, given: Message) =>
    transaction(database, async (tx) => {
      const seq = await takeNumber(tx, { workspaceId, id: conversationId });
      await tx.db.insert(messages).values({
        workspaceId,
        id: newId(),
        conversationId,
        socialAccountId,
        seq,
        changedSeq: seq,
        direction: 'in',
        kind: 'text',
        original: 'Hola',
        translationState: 'none',
        delivery: 'received',
        sentAt: new Date(now()),
        createdAt: new Date(now()),
        ...given,
      });
    });
}

/** Functions that write, answer and close as visitors and agents do. */
function chatsIn(database: Database, now: () => number) {
  const write = writingIn(database, now);

  /** Creates a conversation with a visitor who has written. */
  async function meet(
    workspaceId: WorkspaceId,
    subAccountId: string,
    socialAccountId: string,
  ): Promise<Chat> {
    const [conversationId, chatId] = [newId(), newId()];
    const chat = { workspaceId, conversationId, socialAccountId, subAccountId, chatId };
    const row = { id: conversationId, platform: 'webchat', kind: 'private', title: chatId } as const;
    await database.db.insert(conversations).values({ ...chat, ...row });
    await write(chat, {});
    return chat;
  }

  const setClosed = (conversationId: string, closedAt: Date | null) =>
    database.db.update(conversations).set({ closedAt }).where(eq(conversations.id, conversationId));

  /** Closes the conversation as the agent Ben. Returns what is announced about that. */
  async function end(chat: Chat): Promise<AgentsClosing> {
    const { workspaceId, conversationId } = chat;
    const closedAt = now();
    await setClosed(conversationId, new Date(closedAt));
    const seq = await transaction(database, (tx) => takeNumber(tx, { workspaceId, id: conversationId }));
    return { workspaceId, conversationId, closedAt, seq, closedBy: 'Ben' };
  }
  const ask = (closing: AgentsClosing) => askForRating({ database }, closing);

  return {
    meet,
    visitorWrites: (chat: Chat) => write(chat, {}),
    agentWrites: (chat: Chat, given: Message = {}) =>
      write(chat, {
        direction: 'out',
        delivery: 'sent',
        authorSubAccountId: chat.subAccountId,
        authorName: 'Ana',
        ...given,
      }),
    end,
    ask,
    reopen: (chat: Chat) => setClosed(chat.conversationId, null),
    /** Closes the conversation and asks for a rating. Returns null if the visitor isn’t asked. */
    endAndAsk: async (chat: Chat) => ask(await end(chat)),
  };
}
