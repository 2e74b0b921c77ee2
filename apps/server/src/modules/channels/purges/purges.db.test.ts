/** Announcing and deleting shared social accounts that stay offline: the setting, the notices, the deletion. */
import { setAccountPurge } from '@parley/contract/channels';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { users } from '../../../schema/identity.ts';
import { workOrderShares } from '../../../schema/work-order-shares.ts';
import { setInactiveDays } from '../../workspaces/index.ts';
import {
  announceAll,
  clearLapsedNotices,
  purgeAll,
  readPreview,
  readPurge,
  readPurgeFigures,
  requireBeforePurge,
} from './service.ts';
import { type PurgeShop, type PurgesHarness, startPurges } from './testing/purge-harness.ts';

const day = 86_400_000;
let harness: PurgesHarness;
let shop: PurgeShop;
beforeAll(async () => {
  harness = await startPurges();
});
beforeEach(async () => {
  shop = await harness.openShop();
});
afterAll(() => harness.close());

const announce = () => announceAll(harness.deps);
const purge = () => purgeAll(harness.deps, new AbortController().signal);
const daysUntil = async (id: string) => Math.round((((await shop.purgeAt(id)) ?? 0) - Date.now()) / day);

describe('the setting', () => {
  const read = () => readPurge(harness.database, shop.workspaceId);

  it('defaults to off until an owner sets days, and records each change', async () => {
    expect(await read()).toEqual({ afterDays: null, leastDays: 30 });
    expect(await shop.set(60)).toMatchObject({ afterDays: 60 });
    await shop.set(60);
    expect(await read()).toEqual({ afterDays: 60, leastDays: 30 });
    await shop.set(null, 60);
    expect((await shop.audit('workspace-settings.changed')).map(({ details }) => details)).toEqual([
      { 'sharedAccountPurgeDays.before': 60, 'sharedAccountPurgeDays.after': null },
      { 'sharedAccountPurgeDays.before': null, 'sharedAccountPurgeDays.after': 60 },
    ]);
  });

  it('refuses days out of range, and a stale change', async () => {
    const isAccepted = (afterDays: number) =>
      setAccountPurge.body.safeParse({ afterDays, replaces: null }).success;
    expect([29, 366, 30.5, 30, 365].map(isAccepted)).toEqual([false, false, false, true, true]);
    await shop.set(60);
    await expect(shop.set(90)).rejects.toThrow('resource.stale');
    await shop.set(90, 60);
  });

  it('keeps the days of inactivity below those of deletion, from both settings', async () => {
    const { workspaceId } = shop;
    const setInactive = (days: number) =>
      transaction(harness.database, async (tx) => {
        await setInactiveDays(tx, workspaceId, days);
        await requireBeforePurge(tx, workspaceId, days);
      });
    await setInactive(45);
    expect(await read()).toEqual({ afterDays: null, leastDays: 46 });
    const details = { days: 46 };
    await expect(shop.set(45)).rejects.toMatchObject({ error: 'channel.purge-too-early', details });
    await shop.set(46);
    await expect(setInactive(46)).rejects.toMatchObject({ error: 'channel.inactive-too-late', details });
    await setInactive(44);
  });

  it('previews how many accounts are due and when the first would be deleted', async () => {
    await shop.add('Long', 100);
    await shop.add('Short', 40);
    const preview = (afterDays: number) => readPreview(harness.database, shop.workspaceId, afterDays);
    expect(await preview(60)).toEqual({ due: 0, firstAt: null });
    await shop.share('all');
    const inDays = async (days: number) => {
      const { due, firstAt } = await preview(days);
      return { due, days: Math.round(((firstAt ?? 0) - Date.now()) / day) };
    };
    expect(await inDays(60)).toEqual({ due: 1, days: 7 });
    expect(await inDays(30)).toEqual({ due: 2, days: 7 });
    expect(await inDays(120)).toEqual({ due: 0, days: 20 });
  });
});

describe('the notice', () => {
  it('follows at once when the setting is turned on, in the figures and one notification', async () => {
    const long = await shop.add('Long', 100);
    await shop.add('Other', 90);
    await shop.add('Short', 40);
    await shop.share('all');
    const before = Date.now();
    await shop.set(60);
    const purgeAt = (await shop.purgeAt(long)) ?? 0;
    expect(purgeAt - before).toBeGreaterThan(7 * day - 5_000);
    expect(purgeAt - Date.now()).toBeLessThan(7 * day + 5_000);
    expect(await shop.announced()).toEqual(['Long', 'Other']);
    const figures = await readPurgeFigures(harness.database, shop.workspaceId);
    expect(figures).toEqual({ announced: 2, firstAt: purgeAt });
    await announce();
    const [notice, ...more] = await shop.notices();
    expect(more).toEqual([]);
    expect(notice).toMatchObject({
      level: 'warning',
      title: {
        'en-US': '2 inactive shared accounts are going to be deleted',
        'zh-CN': '2 个长期离线的共享账号即将删除',
      },
    });
    const date = new Date(purgeAt + 8 * 3_600_000).toISOString().slice(0, 10);
    const body = notice?.body['en-US'];
    for (const name of ['Long', 'Other']) expect(body).toContain(`${date} · Telegram · ${name}`);
    expect(body).not.toContain('Short');
  });

  it('follows daily for accounts due in eight days, with the day that the setting yields', async () => {
    await shop.share('all');
    await shop.set(60);
    const near = await shop.add('Near', 52);
    const far = await shop.add('Far', 51);
    await announce();
    expect(await shop.purgeAt(far)).toBeNull();
    expect(await daysUntil(near)).toBe(8);
  });

  it('concerns only accounts that an enabled link shows, by id or with the whole work order', async () => {
    const chosen = await shop.add('Chosen', 100);
    await shop.add('Beside', 100);
    await shop.add('Elsewhere', 100, { of: await shop.addAgent() });
    await shop.share([chosen]);
    await shop.set(60);
    expect(await shop.announced()).toEqual(['Chosen']);
    await shop.share('all');
    await announce();
    expect(await shop.announced()).toEqual(['Beside', 'Chosen']);
  });

  it('doesn’t exist for a disabled owner', async () => {
    const id = await shop.add('Long', 100);
    await shop.share('all');
    await shop.set(60);
    const setDisabled = (disabled: boolean) =>
      harness.database.db.update(users).set({ disabled }).where(eq(users.workspaceId, shop.workspaceId));
    await setDisabled(true);
    await shop.pass(10);
    await purge();
    await announce();
    await setDisabled(false);
    expect(await shop.purgeAt(id)).toBeNull();
    await announce();
    expect(await daysUntil(id)).toBe(7);
  });
});

describe('the deletion', () => {
  const changeShare = (id: string, change: Partial<typeof workOrderShares.$inferInsert>) =>
    harness.database.db.update(workOrderShares).set(change).where(eq(workOrderShares.id, id));
  const changeAccount = (id: string, change: object) =>
    harness.database.db.update(socialAccounts).set(change).where(eq(socialAccounts.id, id));

  it('happens after seven days, deletes the data, and is recorded as the rule’s act', async () => {
    const id = await shop.add('Long', 100);
    await shop.add('Short', 40);
    await shop.share('all');
    await shop.set(60);
    await purge();
    await shop.pass(6.99);
    await purge();
    expect(await shop.names()).toEqual(['Long', 'Short']);
    await shop.pass(0.02);
    await purge();
    await purge();
    expect(await shop.names()).toEqual(['Short']);
    expect(await shop.audit('social-account.deleted')).toMatchObject([
      {
        actorKind: 'system',
        actorId: null,
        actorName: '',
        objectId: id,
        objectName: 'Long',
        details: { reason: 'shared and inactive', offlineDays: 107 },
      },
    ]);
    const { rows } = await harness.database.db.execute<{ id: string }>(sql`
      select payload->>'socialAccountId' as id from graphile_worker._private_jobs
      where payload->>'socialAccountId' = ${id}`);
    expect(rows).toEqual([{ id }]);
  });

  it('leaves accounts of other workspaces alone, whatever their setting', async () => {
    const others = [await harness.openShop(), await harness.openShop()] as const;
    const shops = [shop, ...others];
    for (const one of shops) {
      await one.add('Long', 100);
      await one.share('all');
    }
    await others[0].set(365);
    await shop.set(60);
    for (const one of shops) await one.pass(8);
    await announce();
    await purge();
    expect(await Promise.all(shops.map((one) => one.names()))).toEqual([[], ['Long'], ['Long']]);
    expect(await others[0].notices()).toEqual([]);
  });

  it('gives a new notice of seven days when the days are lowered', async () => {
    const id = await shop.add('Long', 100);
    await shop.share('all');
    await shop.set(60);
    await shop.pass(6.9);
    await shop.set(30, 60);
    await shop.pass(1);
    await purge();
    expect(await shop.names()).toEqual(['Long']);
    expect(await daysUntil(id)).toBe(6);
  });

  it.each<[string, (share: string, id: string) => Promise<unknown>]>([
    ['it has come online', (_, id) => changeAccount(id, { state: 'online', lastOnlineAt: sql`now()` })],
    [
      'it was online for a moment',
      (_, id) => changeAccount(id, { lastOnlineAt: sql`now() - interval '1 hour'` }),
    ],
    ['its link is cancelled', (share) => changeShare(share, { status: 'cancelled' })],
    ['its link is disabled', (share) => changeShare(share, { status: 'disabled' })],
    ['its link has expired', (share) => changeShare(share, { expiresAt: new Date(Date.now() - 1_000) })],
    ['the setting is turned off', () => shop.set(null, 60)],
    ['the days are raised', () => shop.set(365, 60)],
  ])('doesn’t happen when %s', async (_, cancel) => {
    const id = await shop.add('Long', 100);
    const share = await shop.share('all');
    await shop.set(60);
    await shop.pass(8);
    await cancel(share, id);
    expect(await shop.purgeAt(id)).toBeNull();
    expect(await shop.announced()).toEqual([]);
    await purge();
    expect(await shop.remaining()).toMatchObject([{ name: 'Long', purgeAnnouncedAt: null }]);
  });

  it('restarts its notice when a link is disabled and at once enabled', async () => {
    const id = await shop.add('Long', 100);
    const share = await shop.share('all');
    await shop.set(60);
    await shop.pass(8);
    await changeShare(share, { status: 'disabled' });
    await clearLapsedNotices(harness.database, shop.workspaceId);
    await changeShare(share, { status: 'enabled' });
    await purge();
    expect(await shop.purgeAt(id)).toBeNull();
    await announce();
    expect(await daysUntil(id)).toBe(7);
  });

  it('keeps the notice of an account that another link still shows', async () => {
    const id = await shop.add('Long', 100);
    const share = await shop.share('all');
    await shop.share([id]);
    await shop.set(60);
    const before = await shop.purgeAt(id);
    await changeShare(share, { status: 'cancelled' });
    await clearLapsedNotices(harness.database, shop.workspaceId);
    expect(await shop.purgeAt(id)).toBe(before);
  });

  it('continues with the others when one can’t be deleted, and with the rest after a stop', async () => {
    const ids = [await shop.add('A', 100), await shop.add('B', 100), await shop.add('C', 100)];
    await shop.share('all');
    await shop.set(60);
    await shop.pass(8);
    await harness.database.pool.query(
      `create function refuse_deletion() returns trigger language plpgsql as $$
        begin raise exception 'refused'; end $$;
        create trigger refused before update of deleted_at on social_accounts for each row
          when (new.id = '${ids[0]}') execute function refuse_deletion()`,
    );
    const stop = new AbortController();
    stop.abort();
    await purgeAll(harness.deps, stop.signal);
    expect(await shop.names()).toEqual(['A', 'B', 'C']);
    await purge();
    expect(await shop.names()).toEqual(['A']);
    await harness.database.pool.query('drop function refuse_deletion cascade');
    await purge();
    expect(await shop.names()).toEqual([]);
  });
});
