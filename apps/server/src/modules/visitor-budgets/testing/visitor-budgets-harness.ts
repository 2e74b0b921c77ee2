/** Workspaces with a website chat each, and processes that reserve characters for its visitors, below HTTP. */
import type { PlatformId } from '@parley/contract/catalogues';
import { eq } from 'drizzle-orm';
import { connectDatabase, type Database } from '../../../base/db/database.ts';
import { testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../../base/ids.ts';
import { createLog } from '../../../base/log.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { notifications } from '../../../schema/notifications.ts';
import { subAccounts } from '../../../schema/sub-accounts.ts';
import { workspaces } from '../../../schema/workspaces.ts';
import { testClock } from '../../../testing/test-clock.ts';
import { createVisitorBudgets, type VisitorBudgets } from '../service.ts';

const log = createLog('silent');

export type VisitorBudgetsHarness = Awaited<ReturnType<typeof startVisitorBudgetsHarness>>;
export type BudgetedSite = Awaited<ReturnType<VisitorBudgetsHarness['site']>>;

export async function startVisitorBudgetsHarness() {
  const place = await testDatabase();
  const database = connectDatabase(place.url, log, 12);
  const clock = testClock();
  // Notices are read from their table; consoles are only notified that there are new ones.
  const realtime = { console: () => ({ emit: () => undefined }) } as unknown as RealtimeServer;
  return {
    clock,
    site: () => openSite(database),
    /** Starts a process with its own connections. `stop` returns what it holds. */
    startProcess() {
      const own = connectDatabase(place.url, log, 6);
      const budgets = createVisitorBudgets({ database: own, clock, log, realtime });
      const stop = async () => {
        await budgets.close();
        await own.close();
      };
      return { budgets, stop };
    },
    async close() {
      await database.close();
      await place.drop();
    },
  };
}

/** Opens a workspace with a social account, by default a website chat. */
async function openSite({ db }: Database) {
  const workspaceId = trustWorkspaceId(newId());
  await db.insert(workspaces).values({ id: workspaceId });
  const agent = {
    workspaceId,
    id: newId(),
    accountName: workspaceId,
    remark: 'Ana',
    passwordHash: 'constant',
  };
  await db.insert(subAccounts).values(agent);
  async function addAccount(platform: PlatformId): Promise<string> {
    const id = newId();
    const account = { platform, name: 'Shop', externalId: id, handle: '', credentials: '' };
    await db.insert(socialAccounts).values({ ...account, workspaceId, id, subAccountId: agent.id });
    return id;
  }
  const site = { workspaceId, socialAccountId: await addAccount('webchat') };
  return {
    ...site,
    addAccount,
    /** Reserves characters for a visitor and spends all of them. Returns `spent`, or the budget that is used up. */
    async spend(budgets: VisitorBudgets, visitorId: string, characters: number): Promise<string> {
      const held = await budgets.reserve({ ...site, visitorId, characters });
      if (typeof held === 'string') return held;
      await budgets.release(held, characters);
      return 'spent';
    },
    /** Returns the owner's notices, oldest first. */
    async notices() {
      const { level, title, publishedAt, id, workspaceId: of } = notifications;
      const rows = await db
        .select({ level, title })
        .from(notifications)
        .where(eq(of, workspaceId))
        .orderBy(publishedAt, id);
      return rows.map((row) => ({ level: row.level, title: row.title['en-US'] }));
    },
  };
}
