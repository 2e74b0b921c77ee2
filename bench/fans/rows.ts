/** Writes millions of fans of one workspace, bypassing the modules, which would take too long one by one. */
import type pg from 'pg';
import { whole } from '../kit/figures.ts';

export type FansOptions = { workspaceId: string; rows: number; say(line: string): void };
export type Filled = {
  subAccountIds: string[];
  socialAccountIds: string[];
  tagIds: string[];
  seconds: number;
};

const filled = ['account_fans', 'fan_texts'] as const;
const piece = 500_000;

/**
 * Sub-accounts and tags of very different sizes; names in four scripts; growth over two years, written as in real operation:
 * the oldest first, with ids of their time. Indexes are created at the end, and triggers are disabled: the rows that they
 * maintain are computed.
 */
export async function fillFans(client: pg.Client, { workspaceId, rows, say }: FansOptions): Promise<Filled> {
  const began = Date.now();
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '1GB'`);
  const { rows: accounts } = await client.query<{ id: string; sub: string }>(places, [workspaceId]);
  const { rows: tags } = await client.query<{ id: string }>(tagRows, [workspaceId]);
  const rebuild = await stripTables(client);
  const ids = [accounts.map(({ id }) => id), tags.map(({ id }) => id)];
  for (let from = 0; from < rows; from += piece) {
    const to = Math.min(rows, from + piece);
    await client.query(fanRows, [workspaceId, to - from, ...ids, (rows - to) / rows, (rows - from) / rows]);
    say(`${whole(to)} of ${whole(rows)} fans`);
  }
  await client.query('insert into fan_texts select a.workspace_id, a.id, fan_text(a) from account_fans a');
  for (const statement of [...rebuild, ...counters]) {
    say(statement.trim().slice(0, 90));
    await client.query(statement);
  }
  const subAccountIds = [...new Set(accounts.map(({ sub }) => sub))];
  return {
    subAccountIds,
    socialAccountIds: ids[0] ?? [],
    tagIds: ids[1] ?? [],
    seconds: (Date.now() - began) / 1000,
  };
}

/** Returns the statements that restore indexes and keys. The tables are made unlogged, since only reads are measured. */
async function stripTables(client: pg.Client): Promise<string[]> {
  const { rows: keys } = await client.query<{ table: string; name: string; sql: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as sql from pg_constraint
     where contype in ('p', 'f') and conrelid = any($1::text[]::regclass[]) order by contype = 'p'`,
    [filled],
  );
  const { rows: indexes } = await client.query<{ name: string; sql: string }>(
    `select indexname as name, indexdef as sql from pg_indexes where tablename = any($1) and indexname <> all($2)`,
    [filled, keys.map(({ name }) => name)],
  );
  for (const table of filled) await client.query(`alter table ${table} disable trigger user`);
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${name} cascade`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return [
    ...keys.toReversed().map(({ table, name, sql }) => `alter table ${table} add constraint ${name} ${sql}`),
    ...indexes.map(({ sql }) => sql),
    'alter index fan_texts_grams alter column 1 set statistics 400',
    ...filled.map((table) => `alter table ${table} enable trigger user`),
  ];
}

const places = `
  with subs as (
    insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
    select $1, gen_random_uuid(), substr(md5($1::uuid::text || n), 1, 8), 'none', 'Agent ' || n from generate_series(1, 200) n
    returning id
  )
  insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials, state, enabled)
  select $1, gen_random_uuid(),
    (array['telegram', 'whatsapp', 'line', 'messenger', 'viber', 'xmpp'])[1 + least(5, floor(-ln(1 - random()) * 1.3)::int)],
    'Shop ' || m, s.id || '-' || m, '', s.id, '', 'offline', false
  from subs s, generate_series(1, 5) m returning id, sub_account_id as sub`;

const tagRows = `
  insert into fan_tags (workspace_id, id, name, colour) select $1, gen_random_uuid(), 'Tag ' || n, 'blue'
  from generate_series(1, 60) n returning id`;

const fanRows = `
  insert into account_fans (workspace_id, id, fan_id, own_fan_id, social_account_id, sub_account_id, platform, counts_as,
    display_name, platform_user_id, handle, alias, phone, notes, tag_ids, grown_at, last_active_at)
  select $1, r.id, r.id, r.id, s.id, s.sub_account_id, s.platform,
    case when r.t < 0.55 then 'base' when r.t < 0.9 then 'new' else 'repeat' end,
    case r.script
      when 0 then (array['张','王','李','赵','陈','刘','黄','周','吴','徐','孙','马','朱','胡','郭','何','林','罗','高','梁'])[1 + floor(r.u * 20)::int]
        || chr(19968 + floor(r.v * r.v * 3000)::int) || chr(19968 + floor(r.w * r.w * 5000)::int)
      when 1 then (array['สม','วิ','ณั','พร','ชัย','ศิริ','อนุ','ประ','กิต','ธน'])[1 + floor(r.u * 10)::int]
        || (array['ชาย','ภา','พล','ทิพย์','ศักดิ์','วรรณ','รัตน์','ชัย'])[1 + floor(r.v * 8)::int]
      when 2 then (array['محمد','أحمد','علي','حسن','فاطمة','مريم','خالد','سارة','عمر','ليلى'])[1 + floor(r.u * 10)::int]
        || ' ' || (array['الحسن','المصري','حداد','نجار','خوري','منصور','صالح','عباس'])[1 + floor(r.v * 8)::int]
      else initcap(substr(md5(floor(r.u * r.u * 400)::text), 1, 3)
          || (array['ria','nan','tos','vel','dra','lin','mar','son'])[1 + floor(r.v * 8)::int])
        || ' ' || initcap((array['gar','rod','mul','kov','sil','per','and','bro','jen','tan'])[1 + floor(r.w * 10)::int]
          || (array['cia','riguez','ler','alski','va','eira','ersson','wn','kins','aka'])[1 + floor(r.t * 10)::int])
    end,
    (1000000000 + floor(r.u * 8e9)::bigint)::text,
    case when r.v < 0.5 then 'u_' || substr(md5(r.id::text), 1, 8) else '' end,
    case when r.w < 0.03 then 'VIP ' || floor(r.u * 1000)::int else '' end,
    case when s.platform = 'whatsapp' then '346' || (10000000 + floor(r.v * 8.9e7)::bigint)::text else '' end,
    case when r.t < 0.02 then 'Asked for a discount on order ' || floor(r.v * 100000)::int else '' end,
    case when r.w < 0.25 then array[($4::uuid[])[1 + floor(60 * r.k * r.k)::int]] else '{}' end,
    now() - r.g * interval '730 days', now() - r.g * interval '730 days' * r.l * r.l
  from (select uuidv7(-(g * interval '730 days')) as id, random() as t, random() as u, random() as v, random() as w, g,
      random() as l, random() as k, floor(random() * 5)::int as script, 1 + floor(1000 * power(random(), 2.5))::int as at
    from (select $5::float8 + random() * ($6::float8 - $5::float8) as g from generate_series(1, $2::int)) g) r
  join social_accounts s on s.workspace_id = $1 and s.id = ($3::uuid[])[r.at] order by r.g desc`;

const counters = [
  `insert into fan_growth_totals
   select workspace_id, sub_account_id, platform, 0, count(*) filter (where type = 'base'),
     count(*) filter (where type = 'new'), count(*) filter (where type = 'repeat')
   from account_fans group by 1, 2, 3`,
  `insert into fan_statistics_totals
   select workspace_id, sub_account_id, platform, 'epoch', 0, base_fans, new_fans, repeat_fans, 0 from fan_growth_totals`,
  `insert into fan_growth_days
   select a.workspace_id, a.sub_account_id, a.platform, (a.grown_at at time zone w.time_zone)::date, 0,
     count(*) filter (where a.type = 'base'), count(*) filter (where a.type = 'new'),
     count(*) filter (where a.type = 'repeat')
   from account_fans a join workspaces w on w.id = a.workspace_id group by 1, 2, 3, 4`,
  `update fan_tags t set uses = c.uses
   from (select workspace_id, unnest(tag_ids) as id, count(*) as uses from account_fans group by 1, 2) c
   where t.workspace_id = c.workspace_id and t.id = c.id`,
  'vacuum analyze account_fans',
  'vacuum analyze fan_texts',
  'analyze fan_growth_totals, fan_statistics_totals, fan_growth_days, fan_tags, social_accounts, sub_accounts',
];
