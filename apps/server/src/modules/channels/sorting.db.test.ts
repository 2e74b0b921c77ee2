import * as channelsApi from '@parley/contract/channels';
import { sql } from 'drizzle-orm';
import readWorkbook from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPages, sorted } from '../../testing/sorted.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestOwner } from '../../testing/test-people.ts';

const columns: Record<string, (row: channelsApi.SocialAccount) => string | number | null> = {
  name: (row) => row.name.toLowerCase(),
  stateSince: (row) => row.stateSince,
  lastOnlineAt: (row) => row.lastOnlineAt,
  createdAt: (row) => row.createdAt,
};
const sorts = Object.entries(columns).flatMap(([column, keyOf]) =>
  ['asc', 'desc'].map((way) => [channelsApi.socialAccountSort.parse(`${column}.${way}`), keyOf] as const),
);

let app: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.registerOwner();
  const { subAccountId } = await app.createSubAccount(owner);
  // Ties in every column; every third one was never online. Disabled, so that nothing opens a connection.
  await app.app.database.db.execute(sql`
    insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials,
                                 enabled, state, state_since, last_online_at, created_at)
    select ${owner.workspaceId}, gen_random_uuid(), 'telegram', (array['zoe', 'Shop', 'shop', 'Anna'])[1 + n % 4],
      'sorted-' || n, '@bot', ${subAccountId}, '', false, 'offline', timestamptz '2026-01-01' + n % 3 * interval '1 day',
      case when n % 3 > 0 then timestamptz '2026-01-01' + n % 4 * interval '1 day' end,
      timestamptz '2026-01-01' + n / 2 * interval '1 hour'
    from generate_series(0, 11) n`);
});
afterAll(() => app.close());

const page = async (query: { pageNo?: number; pageSize: number; sort?: channelsApi.SocialAccountSort }) =>
  (await app.call(channelsApi.socialAccountPage, { query }, owner.token)).list;

describe.each(sorts)('social accounts by %s', (sort, keyOf) => {
  it.each([1, 5])('lists in order over pages of %i, those never online last', async (pageSize) => {
    const pages = await allPages((place) => page({ ...place, sort }), pageSize);
    expect(pages).toEqual(sorted(await page({ pageSize: 200 }), sort, keyOf));
  });
});

it('social accounts are sorted newest first by default', async () => {
  const unsorted = await page({ pageSize: 200 });
  expect(unsorted.map(({ id }) => id)).toEqual(sorted(unsorted, 'createdAt.desc', (row) => row.createdAt));
});

it('exports the accounts that match, in order and in the reader’s language, without credentials', async () => {
  const other = await app.registerOwner();
  const { subAccountId } = await app.createSubAccount(other);
  // Disabled, so that nothing opens a connection.
  await app.app.database.db.execute(sql`
    insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials,
                                 enabled, state, state_reason, state_since)
    select ${other.workspaceId}, gen_random_uuid(), 'telegram', name, 'exported-' || name, '@acct', ${subAccountId},
      's3cret', false, 'offline', 'port-limit 2', now()
    from unnest(array['=HYPERLINK("x")', 'Zoe', 'Left out']) name`);
  const download = async (language: string) => {
    const response = await fetch(
      `${app.url}${channelsApi.exportSocialAccounts.path}?search=o&sort=name.desc`,
      {
        headers: { authorization: `Bearer ${other.token}`, systemLanguageCode: language },
      },
    );
    expect(response.status).toBe(200);
    const [sheet] = await readWorkbook(Buffer.from(await response.arrayBuffer()));
    return sheet?.data ?? [];
  };
  const [titles = [], row = [], ...others] = await download('EN');
  expect(Object.fromEntries(titles.map((title, n) => [String(title), row[n]]))).toMatchObject({
    Name: 'Zoe',
    Platform: 'Telegram',
    Handle: '@acct',
    Status: 'Disabled',
    Reason: 'All ports of this sub-account are in use',
    'New fans today': 0,
  });
  expect(others.map(([name]) => name)).toEqual(['Left out']);
  const chinese = JSON.stringify(await download('CN'));
  expect(chinese).toContain('已停用');
  expect(chinese).not.toContain('s3cret');
});

it('returns names of social accounts by their ids and leaves out those of other workspaces', async () => {
  const [first, second] = await page({ pageSize: 2 });
  const ids = [first?.id, second?.id, crypto.randomUUID()].join(',');
  const { list } = await app.call(channelsApi.socialAccountNames, { query: { ids } }, owner.token);
  const names = [first, second].map((row) => ({ id: row?.id, platform: 'telegram', name: row?.name }));
  expect(list).toHaveLength(2);
  expect(list).toEqual(expect.arrayContaining(names));
  const stranger = await app.registerOwner();
  expect(await app.call(channelsApi.socialAccountNames, { query: { ids } }, stranger.token)).toEqual({
    list: [],
  });
});
