import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { connectDatabase, type Database, transaction } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from '../../../base/ids.ts';
import { accountFans } from '../../../schema/fans.ts';
import { copyProfile } from '../details/store.ts';
import { resolveFans } from '../fakes.ts';
import { accessPathOf, type CollectedFilter, type LeadingFilter } from './access-path.ts';
import { bitsOfTags, lettersOf } from './bits.ts';
import { readFacts } from './facts/queries.ts';
import { type FanPageQuery, readPage } from './queries.ts';
import { collectRows, type FoundRow, type ScannedRow, scanRows } from './rows/queries.ts';
import { gramsOf, termsOf } from './search-terms.ts';
import { sortInNewTexts } from './store.ts';

let test: TestDatabase;
let database: Database;
const workspaceId = trustWorkspaceId(newId());
const [ana, ben] = [newId(), newId()];
const accounts = [newId(), newId(), newId()];
const start = Date.UTC(2026, 4, 3, 12);
const names = [
  'Marta García',
  '张伟',
  'สมชาย',
  'محمد علي',
  'Ann Li',
  'Joanna',
  'O’Brien',
  'Zoë 50%',
  'ana_maria',
];

beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }), 4);
  await database.db.execute(sql`insert into workspaces (id) values (${workspaceId})`);
  for (const id of [ana, ben])
    await database.db.execute(sql`
      insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
      values (${workspaceId}, ${id}, ${id}, '', ${id === ana ? 'Ana' : ''})`);
  for (let n = 0; n < 90; n += 1)
    await transaction(database, (tx) =>
      resolveFans(tx, [
        {
          workspaceId,
          platform: n % 3 === 2 ? 'whatsapp' : 'telegram',
          socialAccountId: accounts[n % 3] ?? '',
          subAccountId: n % 3 === 0 ? ana : ben,
          platformUserId: `${5_550_000 + n}`,
          displayName: names[n % names.length] ?? null,
          handle: n % 2 === 0 ? `user_${n}` : null,
          phone: n % 3 === 2 ? `+3460011${2_000 + n}` : null,
          platformMessageId: newId(),
          history: n % 5 === 0,
          at: start + n * 3_600_000,
        },
      ]),
    );
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

const page = (query: Partial<FanPageQuery> = {}) =>
  readPage(database, workspaceId, { sort: 'grownAt.desc', pageSize: 200, ...query });
const nicknames = async (search: string) =>
  [...new Set((await page({ search })).list.map(({ nickname }) => nickname))].sort();

describe('the fan list', () => {
  it('lists all rows once, in both orders and both directions', async () => {
    for (const sort of ['grownAt.desc', 'grownAt.asc', 'lastActiveAt.desc', 'lastActiveAt.asc'] as const) {
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const { list, nextCursor } = await page({ sort, pageSize: 40, ...(cursor && { cursor }) });
        seen.push(...list.map(({ grownAt }) => grownAt));
        cursor = nextCursor ?? undefined;
      } while (cursor);
      expect(seen).toHaveLength(90);
      expect(seen).toEqual(seen.toSorted((a, b) => (sort.endsWith('.asc') ? a - b : b - a)));
    }
  });

  it('starts at the beginning for an invalid cursor, and skips pages', async () => {
    const [first] = (await page({ cursor: '["x' })).list;
    expect(first?.grownAt).toBe(start + 89 * 3_600_000);
    expect((await page({ pageSize: 20, pageNo: 5 })).list).toHaveLength(10);
  });

  it('combines every filter with the others', async () => {
    expect((await page({ subAccountIds: [ana] })).list).toHaveLength(30);
    expect((await page({ subAccountIds: [ana, ben], types: ['base'] })).list).toHaveLength(18);
    expect((await page({ platforms: ['whatsapp'] })).list).toHaveLength(30);
    expect((await page({ socialAccountIds: accounts.slice(0, 1), types: ['new'] })).list).toHaveLength(24);
    expect((await page({ from: '2026-05-04', to: '2026-05-04' })).list).toHaveLength(24);
    expect((await page({ workOrderId: newId() })).list).toEqual([]);
    expect((await page({ tagIds: [newId()] })).list).toEqual([]);
    expect(
      (await page({ activity: 'active' })).list.length + (await page({ activity: 'inactive' })).list.length,
    ).toBe(90);
  });

  it('uses the workspace’s inactivity days of fans, not those of social accounts', async () => {
    const days = Math.ceil((Date.now() - start) / 86_400_000);
    // The oldest fan's age; the others wrote up to four days later.
    const settings = async (fanDays: number, accountDays: number) =>
      database.db.execute(sql`
        update workspaces set fans_inactive_after_days = ${fanDays}, inactive_after_days = ${accountDays}
        where id = ${workspaceId}`);
    await settings(days - 2, 365);
    const [active, inactive] = [await page({ activity: 'active' }), await page({ activity: 'inactive' })];
    expect(active.list.length).toBeGreaterThan(0);
    expect(inactive.list.length).toBeGreaterThan(0);
    expect(active.list.length + inactive.list.length).toBe(90);
    expect(active.list.every((row) => row.active)).toBe(true);
    expect(inactive.list.some((row) => row.active)).toBe(false);
    await settings(30, 7);
  });

  it('finds names in every script, parts of accounts, phone numbers and notes', async () => {
    expect(await nicknames('garc')).toEqual(['Marta García']);
    expect(await nicknames('伟')).toEqual(['张伟']);
    expect(await nicknames('张伟')).toEqual(['张伟']);
    expect(await nicknames('มชา')).toEqual(['สมชาย']);
    expect(await nicknames('محمد')).toEqual(['محمد علي']);
    expect(await nicknames('MARTA garcía')).toEqual(['Marta García']);
    expect(await nicknames('50%')).toEqual(['Zoë 50%']);
    expect(await nicknames('brien')).toEqual(['O’Brien']);
    expect((await page({ search: '5550007' })).list).toHaveLength(1);
    expect((await page({ search: '346001120' })).list.length).toBeGreaterThan(10);
    expect((await page({ search: 'user_8' })).list.length).toBeGreaterThan(3);
    expect(await nicknames('nobody at all')).toEqual([]);
  });

  it('treats one and two letters as beginnings of words', async () => {
    expect(await nicknames('an')).toEqual(['Ann Li', 'ana_maria']);
    expect(await nicknames('l')).toEqual(['Ann Li']);
    expect(await nicknames('ann')).toEqual(['Ann Li', 'Joanna']);
  });

  it('finds notes made later', async () => {
    const [row] = (await page({ search: '5550004' })).list;
    if (!row) throw new Error('no row');
    const note = { alias: 'The tall one', phone: null, notes: '退货' };
    await transaction(database, (tx) =>
      copyProfile(tx, { workspaceId, fanId: row.fanId, scope: 'workspace', ...note }),
    );
    expect((await page({ search: 'tall 退货' })).list.map(({ id }) => id)).toEqual([row.id]);
    expect((await page({ search: 'tall 退货' })).list[0]).toMatchObject({
      alias: 'The tall one',
      note: '退货',
    });
  });

  it('shows a note at the next account that the fan writes to, if both share it', async () => {
    const account = '5550003';
    const again = (socialAccountId: string, subAccountId: string) =>
      transaction(database, (tx) =>
        resolveFans(tx, [
          {
            workspaceId,
            platform: 'telegram',
            socialAccountId,
            subAccountId,
            platformUserId: account,
            displayName: null,
            platformMessageId: newId(),
            history: false,
            at: start - 3_600_000,
          },
        ]),
      );
    const notes = async () =>
      (await page({ search: account, sort: 'grownAt.desc' })).list.map((row) => row.alias);
    const [row] = (await page({ search: account })).list;
    if (!row) throw new Error('no row');
    const note = { alias: 'A friend', phone: null, notes: '' };
    await transaction(database, (tx) =>
      copyProfile(tx, { workspaceId, fanId: row.fanId, scope: 'workspace', ...note }),
    );
    const sharing = (shared: boolean) =>
      database.db.execute(sql`
        update sub_accounts set profile_sharing = ${shared} where workspace_id = ${workspaceId} and id = ${ben}`);
    await sharing(false);
    const [apart, together] = [newId(), newId()];
    await again(apart, ben);
    expect(await notes()).toEqual(['A friend', '']);
    await sharing(true);
    await again(together, ben);
    expect((await notes()).toSorted()).toEqual(['', 'A friend', 'A friend']);
    for (const table of [sql`account_fans`, sql`fan_verdicts`])
      await database.db.execute(sql`
        delete from ${table} where workspace_id = ${workspaceId} and social_account_id in (${apart}, ${together})`);
  });

  it('finds the same rows by each access path', async () => {
    const query = {
      sort: 'lastActiveAt.desc',
      subAccountIds: [ben],
      socialAccountIds: accounts,
      platforms: ['telegram'],
      types: ['new', 'base'],
      from: '2026-05-04',
      to: '2026-05-06',
      search: 'ann',
    } as const;
    const mutable = {
      ...query,
      subAccountIds: [ben],
      platforms: ['telegram' as const],
      types: ['new' as const, 'base' as const],
    };
    const leaders: LeadingFilter[] = ['types', 'subAccounts', 'socialAccounts', 'platforms'];
    const collected: CollectedFilter[] = ['search', 'days'];
    const statements = [
      ...leaders.map((leader) => scanRows(workspaceId, mutable, { leader, wanted: 50, within: 1_000 })),
      ...collected.map((by) => collectRows(workspaceId, mutable, { by, wanted: 50, most: null })),
    ];
    const found = await Promise.all(
      statements.map(async (statement) =>
        (await database.db.execute<FoundRow>(statement)).rows.map(({ id }) => id),
      ),
    );
    expect(found[0]?.length).toBeGreaterThan(2);
    for (const ids of found) expect(ids).toEqual(found[0]);
  });

  it('finds the same tags by each access path, and no others with the same bit', async () => {
    const [wanted, other] = ['01990000-0000-7000-8000-000000000000', '01990000-0000-7000-8000-00000000003d'];
    expect(bitsOfTags([wanted])).toBe(bitsOfTags([other]));
    const tag = (id: string, name: string) =>
      sql`update ${accountFans} set tag_ids = array[${id}]::uuid[]
        where workspace_id = ${workspaceId} and display_name = ${name}`;
    onTestFinished(async () => {
      await database.db.execute(
        sql`update ${accountFans} set tag_ids = '{}' where workspace_id = ${workspaceId}`,
      );
    });
    await database.db.execute(tag(wanted, 'Joanna'));
    await database.db.execute(tag(other, 'Marta García'));
    const query = { sort: 'grownAt.desc' as const, tagIds: [wanted] };
    const [scanned, collected] = await Promise.all([
      database.db.execute<FoundRow>(
        scanRows(workspaceId, query, { leader: 'types', wanted: 50, within: 50 }),
      ),
      database.db.execute<FoundRow>(collectRows(workspaceId, query, { by: 'tags', wanted: 50, most: null })),
    ]);
    expect(collected.rows.length).toBeGreaterThan(2);
    expect(scanned.rows.map(({ id }) => id)).toEqual(collected.rows.map(({ id }) => id));
  });

  it('searches the first rows of the list, regardless of their type', async () => {
    const sort = 'grownAt.desc';
    const first = (await page({ pageSize: 30 })).list.filter(({ nickname }) => nickname === 'Joanna');
    const scan = (wanted: number) =>
      database.db.execute<ScannedRow>(
        scanRows(workspaceId, { sort, search: 'joanna' }, { leader: 'types', wanted, within: 30 }),
      );
    expect(first.length).toBeGreaterThan(2);
    const { rows } = await scan(50);
    expect(rows.filter(({ found }) => found).map(({ id }) => id)).toEqual(first.map(({ id }) => id));
    expect(rows.map(({ cut }) => cut).lastIndexOf(true), 'the last row').toBe(rows.length - 1);
    expect((await scan(2)).rows.map(({ id, cut }) => ({ id, cut }))).toEqual(
      first.slice(0, 2).map(({ id }) => ({ id, cut: false })),
    );
  });

  it('estimates the matches of each filter from the counters', async () => {
    const facts = await readFacts(
      database,
      workspaceId,
      { sort: 'grownAt.desc', subAccountIds: [ana], types: ['base'], from: '2026-05-04', search: 'ann' },
      51,
    );
    const rows = { subAccounts: 30, types: 18, days: 86, search: expect.any(Number) };
    expect(facts).toMatchObject({ total: 90, rows });
    // PostgreSQL estimates a search by statistics that it may update during the test.
    const few = { ...facts, total: 90_000, rows: { search: 1 } };
    expect(accessPathOf(few)).toEqual({ kind: 'collect', by: 'search' });
  });
});

it('computes the same grams and letters for a query as the database for a text', async () => {
  for (const text of [
    'anna',
    '张伟明',
    '张',
    'สมชาย',
    '+34-600 11',
    'a',
    'zoë 50%',
    '😀😀',
    'o’brien',
    '張a1伟',
  ]) {
    const { rows } = await database.db.execute<{ grams: string[]; letters: string }>(
      sql`select search_grams(${workspaceId}, ${text}) as grams, letters_in(${text})::text as letters`,
    );
    const stored = new Set(rows[0]?.grams);
    expect(BigInt(rows[0]?.letters ?? 0), text).toBe(lettersOf(termsOf(text)));
    for (const gram of termsOf(text).flatMap((term) => gramsOf(workspaceId, term)))
      expect(stored, `${text}: ${gram}`).toContain(gram);
  }
});

it('has the same bits for tags as the database', async () => {
  const tags = Array.from({ length: 200 }, newId);
  const { rows } = await database.db.execute<{ bits: string }>(
    sql`select bits_of_tags(array[tag]::uuid[])::text as bits from unnest(${sql.param(tags)}::uuid[]) as tag`,
  );
  expect(rows.map(({ bits }) => BigInt(bits))).toEqual(tags.map((tag) => bitsOfTags([tag])));
  const all = await database.db.execute<{ bits: string }>(
    sql`select bits_of_tags(${sql.param(tags)}::uuid[])::text as bits`,
  );
  expect(BigInt(all.rows[0]?.bits ?? 0)).toBe(bitsOfTags(tags));
});

it('finds new fans before and after their texts are sorted into the index, by a job and by no message', async () => {
  const meetNina = (n: number) =>
    transaction(database, (tx) =>
      resolveFans(tx, [
        {
          workspaceId,
          platform: 'telegram',
          socialAccountId: accounts[0] ?? '',
          subAccountId: ana,
          platformUserId: `nina-${n}`,
          displayName: 'Nina Novak',
          platformMessageId: newId(),
          history: false,
          at: start,
        },
      ]),
    );
  let met = 0;
  // The database's own maintenance may sort them in first.
  await until('a text that waits for the job', async () => {
    met += 1;
    await meetNina(met);
    expect(await nicknames('nova')).toEqual(['Nina Novak']);
    return (await sortInNewTexts(database)) > 0;
  });
  expect(await nicknames('nova')).toEqual(['Nina Novak']);
  const { rows } = await database.db.execute(
    sql`select reloptions from pg_class where relname = 'fan_texts_grams'`,
  );
  expect(rows).toEqual([{ reloptions: ['gin_pending_list_limit=65536'] }]);
});
