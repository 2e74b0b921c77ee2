/** Fills a workspace with the rolled-up counts of many visits, without the visits. */
import type pg from 'pg';

export type Filling = { workspaceId: string; links: number; visits: number; days: number };

/** Hours, countries, clients and destinations per link and day. */
const namesEach = { hour: 24, country: 60, client: 40, destination: 20 } as const;

/** Returns the number of rows. The first link has a tenth of all visits. */
export async function fillCounts(client: pg.Client, { workspaceId, links, visits, days }: Filling) {
  const { rows } = await client.query<{ id: string }>(
    `insert into split_links (workspace_id, id, name, code, platform, eligibility, mode, binds_address, device, page_text,
       remark, created_at)
     select $1, gen_random_uuid(), 'Link ' || n, 'r' || lpad(n::text, 7, '0'), 'telegram', 'full', 'sequential', false, 'any', '',
       '', now() from generate_series(1, $2::int) as n returning id`,
    [workspaceId, links],
  );
  const ids = rows.map(({ id }) => id);
  await client.query(
    `insert into split_targets (workspace_id, id, split_link_id, place, url, weight, enabled)
     select $1, gen_random_uuid(), link, place, 'https://t.me/shop_' || place, 1, true
     from unnest($2::uuid[]) as link cross join generate_series(1, ${namesEach.destination}) as place`,
    [workspaceId, ids],
  );
  const daily = `greatest(1, ($3::bigint * case when place = 1 then 0.1 else 0.9 / greatest(1, $4::int - 1) end / $5::int)::int)`;
  const byDay = `unnest($2::uuid[]) with ordinality as l (link, place)
    cross join generate_series(current_date - ($5::int - 1), current_date, interval '1 day') as day`;
  const values = [workspaceId, ids, visits, links, days];
  await client.query(
    `insert into split_link_days (workspace_id, split_link_id, day, visits, visitors)
     select $1, link, day::date, ${daily}, ${daily} / 2 from ${byDay}`,
    values,
  );
  const kinds = Object.entries(namesEach).map(
    ([kind, count]) => `select '${kind}' as kind, ${nameOf(kind)} as name, ${count} as names
      from generate_series(0, ${count - 1}) as n`,
  );
  const counted = await client.query(
    `insert into split_link_counts (workspace_id, split_link_id, day, kind, name, visits, visitors)
     select $1, link, day::date, k.kind, k.name, greatest(1, ${daily} / k.names), ${daily} / k.names / 2
     from ${byDay} cross join (${kinds.join(' union all ')}) as k`,
    values,
  );
  await client.query(
    `update split_links l set visits = d.visits from (
       select split_link_id, sum(visits) as visits from split_link_days where workspace_id = $1 group by 1) d
     where l.workspace_id = $1 and l.id = d.split_link_id`,
    [workspaceId],
  );
  await client.query('vacuum analyze split_link_counts, split_link_days, split_links, split_targets');
  return { linkIds: ids, rows: (counted.rowCount ?? 0) + links * days };
}

const nameOf = (kind: string): string =>
  ({
    hour: "to_char(n, 'FM00')",
    country: 'chr(65 + n / 26) || chr(65 + n % 26)',
    client: "(array['mobile', 'tablet', 'desktop', 'other'])[1 + n % 4] || '/Android/' || n",
    destination: "'default' || n",
  })[kind] ?? "''";
