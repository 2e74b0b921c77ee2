/** Social accounts of a work order that links show, as rows that are offline for as long as a test says. */
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import { connectDatabase, type Database } from '../../../../base/db/database.ts';
import { testDatabase } from '../../../../base/db/testing/test-database.ts';
import { systemOrigin } from '../../../../base/http/origin.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../../base/ids.ts';
import { createLog } from '../../../../base/log.ts';
import type { RealtimeServer } from '../../../../base/realtime/realtime.ts';
import { auditEntries } from '../../../../schema/audit.ts';
import { accountPurges } from '../../../../schema/channels/account-purges.ts';
import { socialAccounts } from '../../../../schema/channels.ts';
import { users } from '../../../../schema/identity.ts';
import { notifications } from '../../../../schema/notifications.ts';
import { subAccounts } from '../../../../schema/sub-accounts.ts';
import { workOrderShareOrders, workOrderShares } from '../../../../schema/work-order-shares.ts';
import { workOrders } from '../../../../schema/work-orders.ts';
import { workspaces } from '../../../../schema/workspaces.ts';
import { changePurge, type PurgeDeps, readPurgeDates } from '../service.ts';

export type PurgesHarness = Awaited<ReturnType<typeof startPurges>>;
export type PurgeShop = Awaited<ReturnType<typeof openShop>>;

export async function startPurges() {
  const place = await testDatabase();
  const database = connectDatabase(place.url, createLog('silent'), 20);
  return {
    database,
    url: place.url,
    /** The dependencies of the rule in one server process. */
    deps: purgeDeps(database),
    openShop: () => openShop(database),
    async close() {
      await database.close();
      await place.drop();
    },
  };
}

export function purgeDeps(database: Database): PurgeDeps {
  const nobody = { emit: () => undefined };
  // Deletions and notices use no more of it.
  const realtime = {
    desk: () => nobody,
    console: () => nobody,
    workspace: () => nobody,
  } as unknown as RealtimeServer;
  return { database, realtime, log: createLog('silent'), connections: { refresh: async () => undefined } };
}

type Shown = 'all' | readonly string[];

/** An owner with a work order, and no link to it yet. */
export async function openShop(database: Database) {
  const workspaceId = trustWorkspaceId(newId());
  const { db } = database;
  await db.insert(workspaces).values({ id: workspaceId, timeZone: 'Asia/Shanghai' });
  const email = `${workspaceId}@example.com`;
  await db.insert(users).values({ id: newId(), kind: 'owner', workspaceId, email, passwordHash: '' });
  const { addAgent, ...rows } = { ...rowsIn(database, workspaceId), ...timeIn(database, workspaceId) };
  const subAccountId = await addAgent();
  const origin = { ...systemOrigin, actor: { ...systemOrigin.actor, workspaceId } };
  const workOrderId = await rows.addWorkOrder(subAccountId);
  return {
    workspaceId,
    subAccountId,
    workOrderId,
    addAgent,
    ...reading(database, workspaceId),
    pass: rows.pass,
    /** Adds an account that has been offline for this many days. */
    add: (name: string, offlineDays: number, { of = subAccountId } = {}) => rows.add(name, offlineDays, of),
    /** Adds a link to the work order, with all of its accounts or some. Returns its id. */
    share: (shown: Shown) => rows.share(workOrderId, shown),
    /** Sets the days after which accounts are deleted. */
    set: (afterDays: number | null, replaces: number | null = null) =>
      changePurge(purgeDeps(database), workspaceId, { afterDays, replaces }, origin),
  };
}

function rowsIn({ db }: Database, workspaceId: WorkspaceId) {
  return {
    async addAgent(): Promise<string> {
      const id = newId();
      await db.insert(subAccounts).values({ workspaceId, id, accountName: id, passwordHash: '', remark: '' });
      return id;
    },
    async addWorkOrder(subAccountId: string): Promise<string> {
      const id = newId();
      const calendar = { timeZone: 'Asia/Shanghai', openDay: '2026-01-01' };
      const days = { openSince: new Date(0), nextResetAt: sql`now() + interval '1 year'` };
      const order = { name: 'Spring', platform: 'telegram', subAccountId, ...calendar, ...days } as const;
      await db.insert(workOrders).values({ workspaceId, id, ...order });
      return id;
    },
    async add(name: string, offlineDays: number, subAccountId: string): Promise<string> {
      const id = newId();
      const offline = {
        enabled: false,
        state: 'offline',
        createdAt: sql`now() - interval '400 days'`,
      } as const;
      const lastOnlineAt = sql`now() - make_interval(secs => ${offlineDays * 86_400})`;
      const named = {
        platform: 'telegram',
        name,
        externalId: id,
        handle: 'handle',
        credentials: '',
      } as const;
      await db
        .insert(socialAccounts)
        .values({ workspaceId, id, subAccountId, ...named, ...offline, lastOnlineAt });
      return id;
    },
    async share(workOrderId: string, shown: Shown): Promise<string> {
      const id = newId();
      const secret = { tokenHash: id, sealedToken: '' };
      const form = { title: 'Spring', access: 'public', fanNames: 'none', status: 'enabled' } as const;
      const row = { workspaceId, id, ...form, ...secret, createdAt: new Date() };
      await db.insert(workOrderShares).values(row);
      const socialAccountIds = shown === 'all' ? null : [...shown];
      await db
        .insert(workOrderShareOrders)
        .values({ workspaceId, shareId: id, workOrderId, place: 0, socialAccountIds });
      return id;
    },
  };
}

function timeIn({ db }: Database, workspaceId: WorkspaceId) {
  return {
    /** Moves everything stored about this workspace's accounts and their setting into the past by this many days. */
    async pass(days: number): Promise<void> {
      const by = sql`make_interval(secs => ${days * 86_400})`;
      const { since } = accountPurges;
      await db
        .update(accountPurges)
        .set({ since: sql`${since} - ${by}` })
        .where(eq(accountPurges.workspaceId, workspaceId));
      const { lastOnlineAt, purgeAnnouncedAt } = socialAccounts;
      const earlier = {
        lastOnlineAt: sql`${lastOnlineAt} - ${by}`,
        purgeAnnouncedAt: sql`${purgeAnnouncedAt} - ${by}`,
      };
      await db.update(socialAccounts).set(earlier).where(eq(socialAccounts.workspaceId, workspaceId));
    },
  };
}

function reading(database: Database, workspaceId: WorkspaceId) {
  const { db } = database;
  const ofShop = eq(socialAccounts.workspaceId, workspaceId);
  const remaining = () =>
    db
      .select()
      .from(socialAccounts)
      .where(and(ofShop, isNull(socialAccounts.deletedAt)))
      .orderBy(asc(socialAccounts.name));
  return {
    /** The accounts that aren't deleted. */
    remaining,
    names: async () => (await remaining()).map(({ name }) => name),
    /** The names of the accounts whose deletion is announced. */
    async announced(): Promise<string[]> {
      const dates = await readPurgeDates(database, workspaceId, 'all');
      return (await remaining()).filter(({ id }) => dates.has(id)).map(({ name }) => name);
    },
    purgeAt: async (id: string) => (await readPurgeDates(database, workspaceId, [id])).get(id) ?? null,
    notices: () =>
      db
        .select()
        .from(notifications)
        .where(eq(notifications.workspaceId, workspaceId))
        .orderBy(desc(notifications.publishedAt)),
    /** The audit entries of an action, latest first. */
    audit: (action: string) =>
      db
        .select()
        .from(auditEntries)
        .where(and(eq(auditEntries.workspaceId, workspaceId), eq(auditEntries.action, action)))
        .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id)),
  };
}
