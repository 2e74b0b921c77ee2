/** A workspace with its sub-accounts, social accounts and proxies as rows, and what an owner does with them. */
import type { InterfaceLanguage } from '@parley/contract';
import type { ConnectionState, SocialAccountForm } from '@parley/contract/channels';
import { until } from '@parley/testing';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { transaction } from '../../../base/db/database.ts';
import { systemOrigin } from '../../../base/http/origin.ts';
import { newId, trustWorkspaceId } from '../../../base/ids.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { conversations, messages } from '../../../schema/conversations.ts';
import { pastSessions, portLeases } from '../../../schema/ports.ts';
import { type ProxyRow, proxies, proxyPoints, proxySubAccounts } from '../../../schema/proxies.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import { addAccount, enableAccounts } from '../service.ts';
import { findAccount } from '../store.ts';
import type { ChannelsProcess } from './channels-harness.ts';
import { type FakeBot, fakePlatformId } from './fake-platform.ts';

export type ChannelsWorkspace = Awaited<ReturnType<typeof openWorkspace>>;

/** Opens a workspace with `ports` ports, whose owner's requests reach this process. */
export async function openWorkspace(process: ChannelsProcess, ports = 10) {
  const { database, connections } = process.deps;
  const { db } = database;
  const workspaceId = trustWorkspaceId(newId());
  await db.insert(workspaces).values({ id: workspaceId, ports });
  const row = (id: string) => findAccount(database, workspaceId, id);
  return {
    workspaceId,
    row,
    ...agentsIn(process, workspaceId),
    ...proxiesIn(process, workspaceId),
    ...accountsIn(process, workspaceId),
    ...reading(process, workspaceId),
    async setPorts(count: number) {
      await db.update(workspaces).set({ ports: count }).where(eq(workspaces.id, workspaceId));
      await connections.refresh();
    },
    /** Waits until an account is in a state with a reason; null: with none. */
    stateIs: (id: string, state: ConnectionState, reason: string | null = null) =>
      until(`${state} ${reason}`, async () => {
        const found = await row(id);
        return found?.state === state && found.stateReason === reason;
      }),
  };
}

type WorkspaceId = ReturnType<typeof trustWorkspaceId>;

function agentsIn({ deps }: ChannelsProcess, workspaceId: WorkspaceId) {
  const { database, connections } = deps;
  const { db } = database;
  return {
    async addAgent(given: Partial<typeof subAccounts.$inferInsert> = {}): Promise<string> {
      const id = newId();
      const row = { workspaceId, id, accountName: id, passwordHash: '', remark: 'Agent', ...given };
      await db.insert(subAccounts).values(row);
      return id;
    },
    async changeAgent(id: string, change: Partial<typeof subAccounts.$inferInsert>) {
      await db.update(subAccounts).set(change).where(eq(subAccounts.id, id));
      await connections.refresh();
    },
  };
}

/** A proxy's address and its user. */
type ProxyAccess = Pick<ProxyRow, 'networkProtocol' | 'host' | 'port' | 'proxyUserName'> & {
  proxyPassword: string;
};

const unreachable: ProxyAccess = {
  networkProtocol: 'http',
  host: '127.0.0.1',
  port: 9,
  proxyUserName: 'ana',
  proxyPassword: 'secret',
};

function proxiesIn({ deps }: ChannelsProcess, workspaceId: WorkspaceId) {
  const { database, connections, secrets } = deps;
  const { db } = database;
  const columnsOf = (id: string, { proxyPassword, ...access }: ProxyAccess) => {
    return { ...access, password: secrets.seal(proxyPassword, `proxy ${id}`) };
  };
  /** Adds a proxy for these sub-accounts or, without any, for all. */
  async function addProxy(access: ProxyAccess, subAccountIds: readonly string[] = []): Promise<string> {
    const id = newId();
    const range = subAccountIds.length > 0 ? 'some' : 'all';
    await db.insert(proxies).values({ workspaceId, id, name: 'Way out', range, ...columnsOf(id, access) });
    for (const subAccountId of subAccountIds)
      await db.insert(proxySubAccounts).values({ workspaceId, proxyId: id, subAccountId });
    if (range === 'all') await db.insert(proxyPoints).values({ workspaceId, point: 0, proxyId: id });
    await connections.refresh();
    return id;
  }
  return {
    addProxy,
    /** Adds a proxy that nothing listens on. */
    addDeadProxy: (subAccountIds: readonly string[] = []) => addProxy(unreachable, subAccountIds),
    async changeProxy(id: string, access: ProxyAccess) {
      const version = { wayVersion: sql`${proxies.wayVersion} + 1` };
      await db
        .update(proxies)
        .set({ ...columnsOf(id, access), ...version })
        .where(eq(proxies.id, id));
      await connections.refresh();
    },
    async removeProxy(id: string) {
      await db.delete(proxySubAccounts).where(eq(proxySubAccounts.proxyId, id));
      await db.delete(proxyPoints).where(eq(proxyPoints.proxyId, id));
      await db.delete(proxies).where(eq(proxies.id, id));
      await connections.refresh();
    },
  };
}

function accountsIn({ deps }: ChannelsProcess, workspaceId: WorkspaceId) {
  const requester = {
    language: 'en-US',
    signal: new AbortController().signal,
    origin: systemOrigin,
  } as const;
  const add = (form: SocialAccountForm, language: InterfaceLanguage = 'en-US') =>
    addAccount(deps, workspaceId, form, { ...requester, language });
  return {
    requester,
    add,
    addBot: (subAccountId: string, { credentials }: Pick<FakeBot, 'credentials'>, name = 'Bot') =>
      add({ platform: fakePlatformId, subAccountId, name, credentials }),
    addSite: (subAccountId: string, name = 'Shop') =>
      add({ platform: 'webchat', subAccountId, name, credentials: { siteName: name, origins: '*' } }),
    enable: (id: string, enabled: boolean) =>
      enableAccounts(deps, workspaceId, { ids: [id], enabled }, systemOrigin),
  };
}

function reading({ deps: { database } }: ChannelsProcess, workspaceId: WorkspaceId) {
  const { db } = database;
  return {
    leases: () =>
      db.select().from(portLeases).where(eq(portLeases.workspaceId, workspaceId)).orderBy(portLeases.id),
    /** Why each past session of the workspace ended. */
    async past(): Promise<string[]> {
      const rows = await db
        .select({ ended: pastSessions.ended })
        .from(pastSessions)
        .where(eq(pastSessions.workspaceId, workspaceId))
        .orderBy(asc(pastSessions.endedAt), asc(pastSessions.id));
      return rows.map(({ ended }) => ended);
    },
    /** The texts of an account's messages, in the order in which they were stored. */
    async texts(socialAccountId: string): Promise<string[]> {
      const rows = await db
        .select({ text: messages.original })
        .from(messages)
        .where(eq(messages.socialAccountId, socialAccountId))
        .orderBy(asc(messages.seq));
      return rows.map(({ text }) => text);
    },
    /** The workspace's accounts that aren't deleted. */
    accounts: () =>
      db
        .select()
        .from(socialAccounts)
        .where(and(eq(socialAccounts.workspaceId, workspaceId), isNull(socialAccounts.deletedAt))),
    /** The conversations of an account. */
    chats: (socialAccountId: string) =>
      db.select().from(conversations).where(eq(conversations.socialAccountId, socialAccountId)),
    /** Queues messages of the business, as an agent's are. */
    async queue(conversationId: string, texts: readonly string[]) {
      await transaction(database, async (tx) => {
        for (const text of texts) {
          await tx.db.execute(sql`
            with c as (update ${conversations} set last_seq = last_seq + 1
              where workspace_id = ${workspaceId} and id = ${conversationId}
              returning social_account_id, last_seq)
            insert into ${messages} (workspace_id, id, conversation_id, social_account_id, seq, changed_seq, direction,
              kind, original, translation_state, delivery, sent_at)
            select ${workspaceId}, ${newId()}, ${conversationId}, social_account_id, last_seq, last_seq, 'out', 'text',
              ${text}, 'none', 'queued', now()
            from c`);
        }
      });
    },
  };
}
