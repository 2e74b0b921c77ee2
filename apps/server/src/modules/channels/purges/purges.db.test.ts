/** Announcing and deleting shared social accounts that stay offline: the setting, the lists, the jobs. */
import * as auditApi from '@parley/contract/audit';
import * as channelsApi from '@parley/contract/channels';
import * as notificationsApi from '@parley/contract/notifications';
import * as sharesApi from '@parley/contract/work-order-shares';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { announceAll, purgeAll } from './service.ts';
import { type PurgeHarness, purgeHarness } from './testing/purge-harness.ts';

const day = 86_400_000;
let app: TestApp;
let shop: PurgeHarness;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  shop = await purgeHarness(app);
});
afterAll(() => app.close());

const deps = () => ({ ...app.app.services, connections: app.app.services.channels });
const announce = () => announceAll(deps());
const purge = () => purgeAll(deps(), new AbortController().signal);
const run = (query: ReturnType<typeof sql>) => app.app.database.db.execute(query);
const refusedWith = (status: number, error: string) => ({ status, body: { data: { error } } });
const notifications = async (language = 'EN', token = shop.owner.token) => {
  const headers = { systemLanguageCode: language };
  const { body } = await app.send(notificationsApi.notificationPage, {}, token, headers);
  const { list } = notificationsApi.notificationPage.answer.parse(body.data);
  const bodies = list.map(async ({ id }) => {
    const opened = await app.send(notificationsApi.getNotification, { query: { id } }, token, headers);
    return notificationsApi.getNotification.answer.parse(opened.body.data);
  });
  return Promise.all(bodies);
};
const audit = async (action: auditApi.AuditAction) =>
  (await app.call(auditApi.auditLogPage, { query: { action } }, shop.owner.token)).list;

describe('the setting', () => {
  const read = () => app.call(channelsApi.getAccountPurge, {}, shop.owner.token);
  const setInactive = (inactiveAfterDays: number) =>
    app.send(channelsApi.setSocialAccountSettings, { body: { inactiveAfterDays } }, shop.owner.token);

  it('defaults to off until an owner sets days, and records each change', async () => {
    expect(await read()).toEqual({ afterDays: null, leastDays: 30 });
    expect(await shop.set(60)).toMatchObject({ status: 200, body: { data: { afterDays: 60 } } });
    expect(await shop.set(60)).toMatchObject({ status: 200 });
    expect(await read()).toEqual({ afterDays: 60, leastDays: 30 });
    expect(await shop.set(null, 60)).toMatchObject({ status: 200 });
    expect(await audit('workspace-settings.changed')).toMatchObject([
      {
        objectName: expect.anything(),
        details: { 'sharedAccountPurgeDays.before': 60, 'sharedAccountPurgeDays.after': null },
      },
      { details: { 'sharedAccountPurgeDays.before': null, 'sharedAccountPurgeDays.after': 60 } },
    ]);
  });

  it('refuses days out of range, and a stale change', async () => {
    for (const days of [29, 366, 30.5])
      expect(await shop.set(days)).toMatchObject(refusedWith(400, 'request.invalid'));
    await shop.set(60);
    expect(await shop.set(90)).toMatchObject(refusedWith(409, 'resource.stale'));
    expect(await shop.set(90, 60)).toMatchObject({ status: 200 });
  });

  it('keeps the days of inactivity below those of deletion, from both settings, in both languages', async () => {
    expect(await setInactive(45)).toMatchObject({ status: 200 });
    expect(await read()).toEqual({ afterDays: null, leastDays: 46 });
    expect(await shop.set(45)).toMatchObject(refusedWith(409, 'channel.purge-too-early'));
    expect((await shop.set(45)).body.msg).toContain('after 46 days offline');
    expect(await shop.set(46)).toMatchObject({ status: 200 });
    const inChinese = await app.send(
      channelsApi.setSocialAccountSettings,
      { body: { inactiveAfterDays: 46 } },
      shop.owner.token,
      { systemLanguageCode: 'zh-CN' },
    );
    expect(inChinese).toMatchObject(refusedWith(409, 'channel.inactive-too-late'));
    expect(inChinese.body.msg).toContain('46 天');
    expect(await setInactive(44)).toMatchObject({ status: 200 });
  });

  it('previews how many accounts are due and when the first would be deleted', async () => {
    await shop.add('Long', 100);
    await shop.add('Short', 40);
    const preview = (afterDays: number) =>
      app.call(channelsApi.previewAccountPurge, { query: { afterDays } }, shop.owner.token);
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
  it('follows at once when the setting is turned on, in the list, the summary and one notification', async () => {
    const long = await shop.add('Long', 100);
    await shop.add('Other', 90);
    await shop.add('Short', 40);
    await shop.share('all');
    const before = Date.now();
    await shop.set(60);
    const purgeAt = (await shop.purgeAt(long)) ?? 0;
    expect(purgeAt - before).toBeGreaterThan(7 * day - 5_000);
    expect(purgeAt - Date.now()).toBeLessThan(7 * day + 5_000);
    expect(await shop.names({ state: 'purge-announced' })).toEqual(['Long', 'Other']);
    const { purge: figures } = await app.call(channelsApi.socialAccountSummary, {}, shop.owner.token);
    expect(figures).toEqual({ announced: 2, firstAt: purgeAt });
    await announce();
    const [english, ...more] = await notifications();
    expect(more).toEqual([]);
    expect(english).toMatchObject({
      title: '2 inactive shared accounts are going to be deleted',
      level: 'warning',
    });
    const date = new Date(purgeAt + 8 * 3_600_000).toISOString().slice(0, 10);
    for (const name of ['Long', 'Other']) expect(english?.body).toContain(`${date} · Telegram · ${name}`);
    expect(english?.body).not.toContain('Short');
    const [chinese] = await notifications('zh-CN');
    expect(chinese?.title).toBe('2 个长期离线的共享账号即将删除');
  });

  it('follows daily for accounts due in eight days, with the day that the setting yields', async () => {
    await shop.share('all');
    await shop.set(60);
    const near = await shop.add('Near', 52);
    const far = await shop.add('Far', 51);
    await announce();
    expect([await shop.purgeAt(near), await shop.purgeAt(far)]).toEqual([expect.any(Number), null]);
    expect(Math.round((((await shop.purgeAt(near)) ?? 0) - Date.now()) / day)).toBe(8);
  });

  it('concerns only accounts that an enabled link shows, by id or with the whole work order', async () => {
    const chosen = await shop.add('Chosen', 100);
    await shop.add('Beside', 100);
    const { subAccountId: of } = await app.createSubAccount(shop.owner);
    await shop.add('Elsewhere', 100, { of });
    await shop.share([chosen]);
    await shop.set(60);
    expect(await shop.names({ state: 'purge-announced' })).toEqual(['Chosen']);
    await shop.share('all');
    await announce();
    expect(await shop.names({ state: 'purge-announced' })).toEqual(['Beside', 'Chosen']);
  });

  it('doesn’t exist for a disabled owner', async () => {
    const id = await shop.add('Long', 100);
    await shop.share('all');
    await shop.set(60);
    await run(sql`update users set disabled = true where workspace_id = ${shop.owner.workspaceId}`);
    await shop.pass(10);
    await purge();
    await announce();
    await run(sql`update users set disabled = false where workspace_id = ${shop.owner.workspaceId}`);
    expect(await shop.purgeAt(id)).toBeNull();
    await announce();
    expect(Math.round((((await shop.purgeAt(id)) ?? 0) - Date.now()) / day)).toBe(7);
  });
});

describe('the deletion', () => {
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
    expect(await audit('social-account.deleted')).toMatchObject([
      {
        actorKind: 'system',
        actorId: null,
        actorName: '',
        objectId: id,
        objectName: 'Long',
        details: { reason: 'shared and inactive', offlineDays: 107 },
      },
    ]);
    await expect
      .poll(async () => (await run(sql`select 1 from social_accounts where id = ${id}`)).rowCount)
      .toBe(0);
  });

  it('leaves accounts of other workspaces alone, whatever their setting', async () => {
    const others = await Promise.all([purgeHarness(app), purgeHarness(app)]);
    for (const one of [shop, ...others]) {
      await one.add('Long', 100);
      await one.share('all');
    }
    await others[0].set(365);
    await shop.set(60);
    for (const one of [shop, ...others]) await one.pass(8);
    await announce();
    await purge();
    expect(await Promise.all([shop, ...others].map((one) => one.names()))).toEqual([[], ['Long'], ['Long']]);
    expect(await notifications('EN', others[0].owner.token)).toEqual([]);
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
    expect(Math.round((((await shop.purgeAt(id)) ?? 0) - Date.now()) / day)).toBe(6);
  });

  type Share = sharesApi.WorkOrderShare;
  const shareId = ({ id }: Share) => ({ body: { shareId: id } });
  it.each<[string, (share: Share, id: string) => Promise<unknown>]>([
    [
      'it has come online',
      (_, id) =>
        run(sql`update social_accounts set state = 'online', last_online_at = now() where id = ${id}`),
    ],
    [
      'it was online for a moment',
      (_, id) =>
        run(sql`update social_accounts set last_online_at = now() - interval '1 hour' where id = ${id}`),
    ],
    ['its link is cancelled', (s) => app.call(sharesApi.cancelWorkOrderShare, shareId(s), shop.owner.token)],
    ['its link is deleted', (s) => app.call(sharesApi.deleteWorkOrderShare, shareId(s), shop.owner.token)],
    [
      'its link is disabled',
      (s) =>
        app.call(
          sharesApi.setWorkOrderShareEnabled,
          { body: { shareId: s.id, enabled: false } },
          shop.owner.token,
        ),
    ],
    [
      'its link has expired',
      (s) => run(sql`update work_order_shares set expires_at = now() - interval '1 s' where id = ${s.id}`),
    ],
    ['the setting is turned off', () => shop.set(null, 60)],
    ['the days are raised', () => shop.set(365, 60)],
  ])('doesn’t happen when %s', async (_, cancel) => {
    const id = await shop.add('Long', 100);
    const share = await shop.share('all');
    await shop.set(60);
    await shop.pass(8);
    await cancel(share, id);
    expect(await shop.purgeAt(id)).toBeNull();
    expect(await shop.names({ state: 'purge-announced' })).toEqual([]);
    await purge();
    expect(await shop.names()).toEqual(['Long']);
    const { rows } = await run(sql`select purge_announced_at as at from social_accounts where id = ${id}`);
    expect(rows).toEqual([{ at: null }]);
  });

  it('restarts its notice when a link is disabled and at once enabled', async () => {
    const id = await shop.add('Long', 100);
    const share = await shop.share('all');
    await shop.set(60);
    await shop.pass(8);
    for (const enabled of [false, true]) {
      const body = { shareId: share.id, enabled };
      await app.call(sharesApi.setWorkOrderShareEnabled, { body }, shop.owner.token);
    }
    await purge();
    expect(await shop.purgeAt(id)).toBeNull();
    await announce();
    expect(Math.round((((await shop.purgeAt(id)) ?? 0) - Date.now()) / day)).toBe(7);
  });

  it('keeps the notice of an account that another link still shows', async () => {
    const id = await shop.add('Long', 100);
    const share = await shop.share('all');
    await shop.share([id]);
    await shop.set(60);
    const before = await shop.purgeAt(id);
    await app.call(sharesApi.cancelWorkOrderShare, shareId(share), shop.owner.token);
    expect(await shop.purgeAt(id)).toBe(before);
  });

  it('continues with the others when one can’t be deleted, and with the rest after a stop', async () => {
    const ids = [await shop.add('A', 100), await shop.add('B', 100), await shop.add('C', 100)];
    await shop.share('all');
    await shop.set(60);
    await shop.pass(8);
    await run(
      sql.raw(`create function refuse_deletion() returns trigger language plpgsql as $$
        begin raise exception 'refused'; end $$;
        create trigger refused before update of deleted_at on social_accounts for each row
          when (new.id = '${ids[0]}') execute function refuse_deletion()`),
    );
    const stop = new AbortController();
    stop.abort();
    await purgeAll(deps(), stop.signal);
    expect(await shop.names()).toEqual(['A', 'B', 'C']);
    await purge();
    expect(await shop.names()).toEqual(['A']);
    await run(sql`drop function refuse_deletion cascade`);
    await purge();
    expect(await shop.names()).toEqual([]);
  });
});
