/** Social accounts of a work order that a link shows, inserted directly and offline for as long as a test says. */
import * as channelsApi from '@parley/contract/channels';
import * as sharesApi from '@parley/contract/work-order-shares';
import * as ordersApi from '@parley/contract/work-orders';
import { sql } from 'drizzle-orm';
import { newId } from '../../../../base/ids.ts';
import { distantReset } from '../../../../testing/distant-reset.ts';
import type { TestApp } from '../../../../testing/test-app.ts';
import type { TestOwner } from '../../../../testing/test-people.ts';

export type PurgeHarness = Awaited<ReturnType<typeof purgeHarness>>;

type Shown = 'all' | readonly string[];

/** An owner with a work order, and no link to it yet. */
export async function purgeHarness(app: TestApp) {
  const owner = await app.registerOwner({ characters: 0 });
  const { subAccountId } = await app.createSubAccount(owner);
  const goals = { totalGoal: null, dailyGoal: null, accountTotalGoal: null, accountDailyGoal: null };
  const order = {
    name: 'Spring',
    platform: 'telegram',
    subAccountId,
    resetTime: distantReset(),
    remarks: '',
  } as const;
  const { id: workOrderId } = await app.call(
    ordersApi.createWorkOrder,
    { body: { ...order, ...goals } },
    owner.token,
  );
  const { db } = app.app.database;
  return {
    owner,
    subAccountId,
    workOrderId,
    ...sharesOf(app, owner, workOrderId),
    ...settingOf(app, owner),
    /** Adds an account that has been offline for this many days. */
    async add(name: string, offlineDays: number, { of = subAccountId } = {}): Promise<string> {
      const id = newId();
      await db.execute(sql`
        insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials,
          enabled, state, last_online_at, created_at)
        values (${owner.workspaceId}, ${id}, 'telegram', ${name}, ${id}, 'handle', ${of}, '', false, 'offline',
          now() - make_interval(secs => ${offlineDays * 86_400}), now() - interval '400 days')`);
      return id;
    },
    /** Moves everything stored about this workspace's accounts and their setting into the past by this many days. */
    async pass(days: number): Promise<void> {
      const by = sql`make_interval(secs => ${days * 86_400})`;
      await db.execute(sql`
        update account_purges set since = since - ${by} where workspace_id = ${owner.workspaceId}`);
      await db.execute(sql`
        update social_accounts set last_online_at = last_online_at - ${by},
          purge_announced_at = purge_announced_at - ${by} where workspace_id = ${owner.workspaceId}`);
    },
  };
}

function settingOf(app: TestApp, owner: TestOwner) {
  const page = async (query: Record<string, unknown> = {}) =>
    (await app.call(channelsApi.socialAccountPage, { query: { pageSize: 200, ...query } }, owner.token)).list;
  return {
    set: (afterDays: number | null, replaces: number | null = null) =>
      app.send(channelsApi.setAccountPurge, { body: { afterDays, replaces } }, owner.token),
    page,
    names: async (query: Record<string, unknown> = {}) =>
      (await page(query)).map(({ name }) => name).sort((a, b) => a.localeCompare(b)),
    purgeAt: async (id: string) => (await page()).find((one) => one.id === id)?.purgeAt,
  };
}

function sharesOf(app: TestApp, owner: TestOwner, workOrderId: string) {
  const form = (shown: Shown, validDays: number | null = null) => ({
    title: 'Spring',
    access: 'public' as const,
    validDays,
    fanNames: 'none' as const,
    chatHistory: false,
    orders: [{ workOrderId, socialAccountIds: shown === 'all' ? null : [...shown] }],
    password: null,
  });
  return {
    share: (shown: Shown, validDays: number | null = null) =>
      app.call(sharesApi.createWorkOrderShare, { body: form(shown, validDays) }, owner.token),
  };
}
