/** A workspace with an agent who reads English and a website, and what its people do, without endpoints. */
import { randomUUID } from 'node:crypto';
import type { PlatformId } from '@parley/contract/catalogues';
import type { Conversation, Message, TranslationSettings } from '@parley/contract/conversations';
import { inheritedSettings } from '@parley/contract/conversations';
import { and, eq } from 'drizzle-orm';
import { transaction } from '../../../base/db/database.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import {
  conversations as conversationsTable,
  type MessageRow,
  messages,
} from '../../../schema/conversations.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import { type DeskCaller, ownConversation, presentOne } from '../desk-list/present.ts';
import { type DeskListQuery, readDeskList } from '../desk-list/queries.ts';
import type { Inbound, ReceivingAccount } from '../inbound/inbound-message.ts';
import { type NewMessage, type OutboundDeps, sendMessage } from '../outbound/service.ts';
import { presentMessage } from '../presenter.ts';
import { readHistory } from '../reading/history.ts';
import type { Conversations } from '../service.ts';

/** Settings of an agent who reads English. */
export const readsEnglish: TranslationSettings = {
  ...inheritedSettings,
  receiveTargetLanguage: 'en',
  sendTranslationEnable: true,
};

type WorldParts = {
  deps: OutboundDeps;
  conversations: Conversations;
  runJobs(): Promise<void>;
};
/** `characters`: of the owner and of the first agent; `agent`: that agent's settings. */
export type WorkspaceOptions = { characters?: number; agent?: AgentOptions };
type AgentOptions = Partial<typeof subAccounts.$inferInsert> & {
  characters?: number;
  translation?: TranslationSettings | null;
};
export type ConversationsWorld = Awaited<ReturnType<typeof openWorkspace>>;

export async function openWorkspace(parts: WorldParts, options: WorkspaceOptions) {
  const { database, characters } = parts.deps;
  const workspaceId = trustWorkspaceId(newId());
  await transaction(database, async (tx) => {
    await tx.db.insert(workspaces).values({ id: workspaceId });
    await characters.openOwnerAccount(tx, workspaceId);
    await characters.grant(tx, workspaceId, { key: randomUUID(), amount: 10_000_000, remark: null });
  });
  const adding = addingTo(parts.deps, workspaceId);
  const agent = await adding.addAgent({ characters: options.characters ?? 100_000, ...options.agent });
  const site = await adding.addAccount(agent);
  return {
    workspaceId,
    agent,
    site,
    ...adding,
    ...reading(parts, agent),
    ...arriving(parts, site),
    ...sending(parts, agent, site),
    remaining: async ({ subAccountId } = agent) =>
      (await characters.balances(database, workspaceId, [subAccountId]))[0]?.remaining ?? 0,
  };
}

function addingTo({ database, characters, translation }: OutboundDeps, workspaceId: WorkspaceId) {
  async function addAgent(given: AgentOptions = {}): Promise<DeskCaller> {
    const { characters: amount = 100_000, translation: own = readsEnglish, ...row } = given;
    const id = newId();
    await transaction(database, async (tx) => {
      const unnamed = { workspaceId, id, accountName: id, passwordHash: 'hash', remark: 'Agent' };
      await tx.db.insert(subAccounts).values({ ...unnamed, ...row });
      await characters.openSubAccount(tx, workspaceId, id, false);
      const move = { key: randomUUID(), subAccountId: id, amount, remark: null };
      if (amount > 0) await characters.allocate(tx, workspaceId, move);
      await translation.putSettings(tx, workspaceId, { level: 'sub-account', subjectId: id }, own);
    });
    return { workspaceId, subAccountId: id };
  }
  async function addAccount(
    { subAccountId }: Pick<DeskCaller, 'subAccountId'>,
    platform: PlatformId = 'webchat',
  ): Promise<ReceivingAccount> {
    const id = newId();
    const row = { workspaceId, id, platform, name: 'Shop', externalId: id, handle: '', subAccountId };
    await database.db.insert(socialAccounts).values({ ...row, credentials: '' });
    return { workspaceId, id, platform, subAccountId };
  }
  /** Applies an owner's decisions. */
  const decide = async (given: Partial<typeof subAccounts.$inferInsert>, { subAccountId }: DeskCaller) => {
    const one = and(eq(subAccounts.workspaceId, workspaceId), eq(subAccounts.id, subAccountId));
    await database.db.update(subAccounts).set(given).where(one);
  };
  return { addAgent, addAccount, decide };
}

function reading({ deps: { database } }: WorldParts, agent: DeskCaller) {
  const { workspaceId } = agent;
  return {
    /** Returns the rows of a chat, in order. */
    rowsOf: async (chatId: string): Promise<MessageRow[]> => {
      const found = await database.db
        .select({ row: messages })
        .from(messages)
        .innerJoin(conversationsTable, eq(conversationsTable.id, messages.conversationId))
        .where(and(eq(messages.workspaceId, workspaceId), eq(conversationsTable.chatId, chatId)))
        .orderBy(messages.seq);
      return found.map(({ row }) => row);
    },
    messagesOf: async (conversationId: string): Promise<Message[]> =>
      (await readHistory(database, workspaceId, conversationId, { limit: 200 })).messages.map(presentMessage),
    conversation: async (id: string, caller = agent): Promise<Conversation> =>
      presentOne(database, caller, await ownConversation(database, caller, id)),
    /** Returns a page of an agent's list; the open conversations if no view is given. */
    list: (query: Partial<DeskListQuery> = {}, { subAccountId } = agent) => {
      const all = { view: 'open', fanIds: [], unread: false, pageNo: 1, pageSize: 200 } as const;
      return readDeskList(database, workspaceId, { ...all, subAccountId, ...query });
    },
  };
}

function arriving({ deps, conversations, runJobs }: WorldParts, site: ReceivingAccount) {
  const { database, clock } = deps;
  const inbound = (chatId: string, text: string, given: Partial<Inbound> = {}): Inbound => ({
    account: site,
    kind: 'text',
    platformMessageId: randomUUID(),
    referenceId: null,
    replyTo: null,
    chatId,
    chatKind: 'private',
    chatTitle: null,
    author: 'customer',
    from: { id: chatId, displayName: null, language: 'es' },
    text,
    attachment: null,
    fileId: null,
    sentAt: clock.now(),
    history: false,
    ...given,
  });
  const receive = (...all: Inbound[]) => conversations.accept(all);
  async function idOf(chatId: string, { id } = site): Promise<string> {
    const [row] = await database.db
      .select({ id: conversationsTable.id })
      .from(conversationsTable)
      .where(and(eq(conversationsTable.socialAccountId, id), eq(conversationsTable.chatId, chatId)));
    return row?.id ?? '';
  }
  /** Creates a customer who has written these lines, which are translated. */
  async function meet(...lines: string[]): Promise<{ chatId: string; conversationId: string }> {
    const chatId = randomUUID();
    for (const line of lines) await receive(inbound(chatId, line));
    await runJobs();
    return { chatId, conversationId: await idOf(chatId) };
  }
  const writes = ({ chatId }: { chatId: string }, text: string) => receive(inbound(chatId, text));
  return { inbound, receive, idOf, meet, writes };
}

function sending({ deps, conversations: { outbox } }: WorldParts, agent: DeskCaller, site: ReceivingAccount) {
  return {
    says: async (
      conversationId: string,
      text: string,
      given: Partial<NewMessage> = {},
      author = agent,
    ): Promise<Message> => {
      const message = { id: randomUUID(), text, mode: 'translate', ...given } as const;
      return presentMessage(await sendMessage(deps, author, conversationId, message));
    },
    /** Sends what is queued, as a connector does. Returns the texts in the order in which they were sent. */
    async deliver({ workspaceId, id: accountId } = site): Promise<string[]> {
      const sent: string[] = [];
      for (;;) {
        const queued = await outbox.next(workspaceId, accountId, 100, []);
        if (queued.length === 0) return sent;
        for (const { id, text } of queued) {
          if ((await outbox.claim(workspaceId, id)) === null) continue;
          await outbox.sent(workspaceId, id, { platformMessageId: id, askedAt: deps.clock.now() });
          sent.push(text);
        }
      }
    },
  };
}
