/** Fans and tags over HTTP: one person, its log, its note, its tags, and a merge. */
import * as customerProfilesApi from '@parley/contract/customer-profiles';
import * as statisticsApi from '@parley/contract/fan-statistics';
import * as fanTagsApi from '@parley/contract/fan-tags';
import * as fansApi from '@parley/contract/fans';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../testing/test-people.ts';

let app: TestApp;
let owner: TestOwner;
let agent: TestAgent;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.registerOwner();
  agent = await app.createSubAccount(owner);
  const site = await app.addWebchat(owner, agent.subAccountId);
  for (let n = 0; n < 3; n += 1) await app.visitorSays(await app.startVisitor(site), '12345');
  await until('the fans', async () => ((await page()).length === 3 ? true : null));
});
afterAll(() => app.close());

const page = async (query: Record<string, string> = {}) =>
  (await app.call(fansApi.fanPage, { query }, owner.token)).list;
async function three() {
  const [first, second, third] = await page();
  if (!first || !second || !third) throw new Error('a fan is missing');
  return [first, second, third] as const;
}

describe('fans', () => {
  it('lists fans with the social account that they wrote to', async () => {
    const [first] = await three();
    expect(first).toMatchObject({ type: 'new', platform: 'webchat', active: true, link: null });
    expect(await page({ subAccountIds: agent.subAccountId, types: 'new' })).toHaveLength(3);
    expect(await page({ types: 'repeat' })).toEqual([]);
    const refused = await app.send(fansApi.fanPage, { query: { types: 'nonsense' } }, owner.token);
    expect(refused.status).toBe(400);
  });

  it('shows a person with a log and a conversation', async () => {
    const [{ fanId }] = await three();
    const details = await app.call(fansApi.getFan, { query: { fanId } }, owner.token);
    expect(details.identities).toHaveLength(1);
    expect(details.rows[0]?.conversationId).not.toBeNull();
    const { list } = await app.call(fansApi.fanLog, { query: { fanId } }, owner.token);
    expect(list).toMatchObject([{ kind: 'verdict', verdict: 'new', rule: 'first', matched: null }]);
  });

  it('keeps the settings, and records each that changes', async () => {
    const settings = { inactiveAfterDays: 12, mergeByPhone: true };
    await app.call(statisticsApi.setFanSettings, { body: settings }, owner.token);
    expect(await app.call(statisticsApi.getFanSettings, {}, owner.token)).toEqual(settings);
    await app.call(statisticsApi.setFanSettings, { body: settings }, owner.token);
    const { rows } = await app.app.database.db.execute(sql`
      select object_id, details from audit_entries where action = 'workspace-settings.changed' order by object_id`);
    expect(rows).toMatchObject([{ object_id: 'fan-inactive-days' }, { object_id: 'fans-by-phone' }]);
    const other = await app.registerOwner();
    expect(await app.call(statisticsApi.getFanSettings, {}, other.token)).toMatchObject({
      mergeByPhone: false,
    });
  });

  it('shares one note between the owner and the agents', async () => {
    const [{ id: rowId, fanId }] = await three();
    const { version, shared } = await app.call(fansApi.getFanProfile, { query: { rowId } }, owner.token);
    const noted = { alias: 'Tall', phone: '+34 600 111 222', note: '退货' };
    const saved = await app.call(
      fansApi.updateFan,
      { body: { rowId, version, shared, ...noted } },
      owner.token,
    );
    expect(saved).toMatchObject({ ...noted, version: 1 });
    expect(await page({ search: 'tall 退货' })).toMatchObject([{ id: rowId, ...noted }]);
    const again = await app.send(
      fansApi.updateFan,
      { body: { rowId, version, shared, ...noted } },
      owner.token,
    );
    expect(again.status).toBe(409);
    const details = await app.call(fansApi.getFan, { query: { fanId } }, owner.token);
    const conversationId = details.rows[0]?.conversationId ?? '';
    const shown = await app.call(
      customerProfilesApi.getCustomerProfile,
      { query: { conversationId } },
      agent.token,
    );
    expect(shown).toMatchObject({ alias: 'Tall', notes: '退货' });
    const { list } = await app.call(fansApi.fanLog, { query: { fanId } }, owner.token);
    expect(list[0]).toMatchObject({
      kind: 'notes',
      by: 'owner',
      changes: [
        { field: 'alias', before: '', after: 'Tall' },
        { field: 'phone', before: '', after: '+34 600 111 222' },
        { field: 'note', before: '', after: '退货' },
      ],
    });
    const { rows } = await app.app.database.db.execute(sql`
      select details from audit_entries where action = 'fan.changed' and object_id = ${fanId}`);
    expect(rows).toEqual([{ details: { alias: 'added', phone: 'added', note: 'added' } }]);
  });

  it('merges two fans after a preview, and separates them from the log', async () => {
    const [kept, merged] = await three();
    const pair = { keptFanId: kept.fanId, mergedFanId: merged.fanId };
    const preview = await app.call(fansApi.previewMerge, { query: pair }, owner.token);
    expect(preview.recounts).toMatchObject([{ from: 'new', to: 'merged' }]);
    const { mergeId } = await app.call(fansApi.mergeFans, { body: pair }, owner.token);
    expect(await page()).toHaveLength(2);
    const { list } = await app.call(fansApi.fanLog, { query: { fanId: merged.fanId } }, owner.token);
    const kinds = list.map(({ kind }) => kind).filter((kind) => kind !== 'notes');
    expect(kinds.sort()).toEqual(['correction', 'merge', 'verdict', 'verdict']);
    await app.call(fansApi.undoMerge, { body: { mergeId } }, owner.token);
    expect(await page()).toHaveLength(3);
  });

  it('exports fans with the filters of the list, and every column of it', async () => {
    const [{ id }] = await three();
    await app.app.database.db.execute(sql`
      update account_fans set last_active_at = last_active_at - interval '31 days',
        grown_at = grown_at - interval '31 days' where id = ${id}`);
    const exported = async (query: string) => {
      const file = await fetch(`${app.url}${fansApi.exportFans.path}?${query}`, {
        headers: { authorization: `Bearer ${owner.token}`, systemLanguageCode: 'EN' },
      });
      const [sheet] = await readWorkbook(Buffer.from(await file.arrayBuffer()));
      return sheet?.data ?? [];
    };
    const [titles = [], ...rows] = await exported('activity=inactive');
    expect(titles.join(', ').replaceAll(' (Asia/Shanghai)', '')).toBe(
      'Nickname, Alias, Type, Account, User name, Link, Phone, Platform, Sub-account, Social account, Growth time, ' +
        'Last active, Activity, First login, Current login, Tags, Note',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.[titles.indexOf('Activity')]).toBe('Long inactive');
    expect(rows[0]?.[titles.indexOf('Nickname')]).toMatch(/^Visitor [0-9A-F]{4}$/);
    expect(rows[0]?.[titles.indexOf('Account')]).toBeNull();
    expect(await exported('types=repeat')).toHaveLength(1);
  });
});

describe('tags', () => {
  const create = (name: string) =>
    app.call(fanTagsApi.createFanTag, { body: { name, colour: 'gold' } }, owner.token);
  const usesOf = async (id: string) =>
    (await app.call(fanTagsApi.listFanTags, {}, owner.token)).list.find((tag) => tag.id === id)?.uses;
  const apply = (rowIds: string[], add: string[], remove: string[] = []) =>
    app.call(fanTagsApi.applyFanTags, { body: { rowIds, add, remove } }, owner.token);

  it('count the fans that have them, and filter the list', async () => {
    const [first, second] = await three();
    const [vip, spare] = [await create('VIP'), await create('Spare')];
    expect(await apply([first.id, second.id], [vip.id])).toEqual({ changed: 2 });
    expect(await apply([first.id], [spare.id], [vip.id])).toEqual({ changed: 1 });
    expect([await usesOf(vip.id), await usesOf(spare.id)]).toEqual([1, 1]);
    expect(await page({ tagIds: `${vip.id},${spare.id}` })).toHaveLength(2);
    await app.call(fanTagsApi.mergeFanTags, { body: { tagId: spare.id, intoTagId: vip.id } }, owner.token);
    expect(await usesOf(vip.id)).toBe(2);
    await app.call(fanTagsApi.deleteFanTag, { body: { tagId: vip.id } }, owner.token);
    expect((await three()).every(({ tagIds }) => tagIds.length === 0)).toBe(true);
  });

  it('refuses a name that another tag has, and a change based on an older version of the tag', async () => {
    const tag = await create('Unique');
    const twice = await app.send(
      fanTagsApi.createFanTag,
      { body: { name: 'UNIQUE', colour: 'red' } },
      owner.token,
    );
    expect(twice.status).toBe(409);
    const body = { tagId: tag.id, version: tag.version, name: 'Renamed', colour: 'red' } as const;
    await app.call(fanTagsApi.updateFanTag, { body }, owner.token);
    const stale = await app.send(fanTagsApi.updateFanTag, { body }, owner.token);
    expect(stale.status).toBe(409);
  });
});
