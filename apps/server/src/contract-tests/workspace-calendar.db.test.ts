import * as cataloguesApi from '@parley/contract/catalogues';
import * as identityApi from '@parley/contract/identity';
import * as workspacesApi from '@parley/contract/workspaces';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, type Database } from '../base/db/database.ts';
import { newId } from '../base/ids.ts';
import { createLog } from '../base/log.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createWorld, type TestWorld } from '../testing/world.ts';

let app: TestApp;
let world: TestWorld;
let database: Database;
beforeAll(async () => {
  app = await startTestApp();
  database = connectDatabase(app.databaseUrl, createLog('silent'), 2);
  world = await createWorld(app);
});
afterAll(async () => {
  await database.close();
  await app.close();
});

type Past = { until: string; zone: string; firstDay?: string };

/** Creates a workspace with a time zone since a moment, and its earlier zones. */
async function workspace(zone: string, since?: { at: string; firstDay: string }, past: Past[] = []) {
  const id = newId();
  await database.db.execute(sql`
    insert into workspaces (id, time_zone, zone_since, zone_first_day)
    values (${id}, ${zone}, ${since?.at ?? null}, ${since?.firstDay ?? null})`);
  for (const { until, zone: before, firstDay = null } of past)
    await database.db.execute(sql`
      insert into workspace_past_zones values (${id}, ${until}::timestamptz, ${before}, ${firstDay}::date)`);
  return id;
}
async function dayOf(id: string, at: string) {
  const { rows } = await database.db.execute<{ day: string }>(
    sql`select workspace_day(w, ${at}::timestamptz)::text as day from workspaces w where id = ${id}`,
  );
  return rows[0]?.day;
}
async function startOf(id: string, day: string) {
  const { rows } = await database.db.execute<{ at: number }>(
    sql`select extract(epoch from workspace_day_start(w, ${day}::date)) * 1000 as at from workspaces w where id = ${id}`,
  );
  return new Date(Number(rows[0]?.at)).toISOString().replace('.000', '');
}

it('lets the planner inline workspace_day, so that each row costs an expression and no call', async () => {
  const { rows } = await database.db.execute<{ 'QUERY PLAN': string }>(
    sql`explain (verbose, costs off) select workspace_day(w, now()) from workspaces w`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('zone_since IS NULL');
  expect(plan).not.toContain('workspace_day(');
});

describe('a day of the workspace', () => {
  it('lasts from midnight to midnight, also when it has 23 or 25 hours', async () => {
    const madrid = await workspace('Europe/Madrid');
    expect(await startOf(madrid, '2026-03-29')).toBe('2026-03-28T23:00:00Z');
    expect(await startOf(madrid, '2026-03-30')).toBe('2026-03-29T22:00:00Z');
    expect(await startOf(madrid, '2026-10-25')).toBe('2026-10-24T22:00:00Z');
    expect(await startOf(madrid, '2026-10-26')).toBe('2026-10-25T23:00:00Z');
    expect(await dayOf(madrid, '2026-10-25T22:59:59Z')).toBe('2026-10-25');
  });

  it.each([
    [
      'Atlantic/Azores goes back from 1:00 to midnight',
      'Atlantic/Azores',
      '2026-10-25',
      '2026-10-25T00:00:00Z',
    ],
    ['Havana goes back from 1:00 to midnight', 'America/Havana', '2026-11-01', '2026-11-01T04:00:00Z'],
    ['Beirut skips midnight', 'Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z'],
    ['Cairo goes back at midnight', 'Africa/Cairo', '2026-10-30', '2026-10-29T22:00:00Z'],
  ])('begins at its first moment where %s', async (_, zone, day, start) => {
    const id = await workspace(zone);
    expect(await startOf(id, day)).toBe(start);
    expect(await dayOf(id, start)).toBe(day);
    expect(await dayOf(id, new Date(Date.parse(start) - 1).toISOString())).toBe(
      cataloguesApi.addDays(day, -1),
    );
  });

  it('remains as it was after the zone has moved west, and the open one continues until the next midnight there', async () => {
    // In Shanghai the 2nd has begun while New York still has the 1st.
    const at = '2026-03-01T18:00:00Z';
    const since = { at, firstDay: '2026-03-02' };
    const id = await workspace('America/New_York', since, [{ until: at, zone: 'Asia/Shanghai' }]);
    expect(await dayOf(id, '2026-03-01T15:59:59Z')).toBe('2026-03-01');
    expect(await dayOf(id, '2026-03-01T17:59:59Z')).toBe('2026-03-02');
    expect(await dayOf(id, '2026-03-01T18:00:00Z')).toBe('2026-03-02');
    expect(await dayOf(id, '2026-03-03T04:59:59Z')).toBe('2026-03-02');
    expect(await dayOf(id, '2026-03-03T05:00:00Z')).toBe('2026-03-03');
    expect(await startOf(id, '2026-03-01')).toBe('2026-02-28T16:00:00Z');
    expect(await startOf(id, '2026-03-02')).toBe('2026-03-01T16:00:00Z');
    expect(await startOf(id, '2026-03-03')).toBe('2026-03-03T05:00:00Z');
  });

  it('ends at the change where the new zone is a day ahead', async () => {
    const at = '2026-03-01T18:00:00Z';
    const since = { at, firstDay: '2026-03-01' };
    const id = await workspace('Asia/Shanghai', since, [{ until: at, zone: 'America/New_York' }]);
    expect(await dayOf(id, '2026-03-01T17:59:59Z')).toBe('2026-03-01');
    expect(await dayOf(id, at)).toBe('2026-03-02');
    expect(await startOf(id, '2026-03-02')).toBe(at);
    expect(await startOf(id, '2026-03-03')).toBe('2026-03-02T16:00:00Z');
  });
});

describe('changing the time zone', () => {
  const change = (body: { timeZone: string; replaces: string }) =>
    app.send(workspacesApi.setTimeZone, { body }, world.tokens.console);
  const calendar = async () =>
    (await app.call(identityApi.getLoginUserInfo, {}, world.tokens.console)).calendar;

  it('keeps the earlier zone for earlier events, and shows the new one', async () => {
    const { timeZone } = await calendar();
    expect((await change({ timeZone: 'Pacific/Honolulu', replaces: timeZone })).status).toBe(200);
    expect(await calendar()).toEqual({
      timeZone: 'Pacific/Honolulu',
      firstDay: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    const { rows } = await database.db.execute<{ zone: string; same: boolean }>(sql`
      select p.time_zone as zone, p.until = w.zone_since as same
      from workspace_past_zones p join workspaces w on w.id = p.workspace_id where w.time_zone = 'Pacific/Honolulu'`);
    expect(rows).toEqual([{ zone: timeZone, same: true }]);
    // Corrected at once: a zone that never took effect is not recorded.
    await change({ timeZone: 'Europe/Madrid', replaces: 'Pacific/Honolulu' });
    expect(await calendar()).toMatchObject({ timeZone: 'Europe/Madrid' });
    const past = sql`
      select count(*) as n from workspace_past_zones p join workspaces w on w.id = p.workspace_id
      where w.time_zone = 'Europe/Madrid' and w.zone_first_day >= '2026-04-01'`;
    expect((await database.db.execute(past)).rows).toEqual([{ n: 1 }]);
  });

  it('refuses an unknown zone, and a change of another zone than the one in force', async () => {
    const { timeZone } = await calendar();
    expect(await change({ timeZone: 'Mars/Olympus', replaces: timeZone })).toMatchObject({
      status: 400,
      body: { data: { fields: { timeZone: 'This time zone does not exist' } } },
    });
    expect(await change({ timeZone: 'UTC', replaces: 'Asia/Tokyo' })).toMatchObject({
      status: 409,
      body: { data: { error: 'resource.stale' } },
    });
  });
});
