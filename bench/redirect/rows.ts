/** Fills a workspace with split links, bypassing the endpoints, which would take an hour. */
import type pg from 'pg';

export const targetsEach = 3;

/** Returns the code of the link with this number. */
export const codeOf = (link: number): string => `b${link.toString(36).padStart(7, '0')}`;

export async function fillLinks(client: pg.Client, workspaceId: string, links: number): Promise<void> {
  const codes = Array.from({ length: links }, (_, at) => codeOf(at));
  await client.query(
    `with made as (
      insert into split_links (workspace_id, id, name, code, platform, eligibility, mode, binds_address, device, page_text,
        remark, created_at)
      select $1, gen_random_uuid(), 'Link ' || code, code, 'telegram', 'full', 'sequential', false, 'any', '', '', now()
      from unnest($2::text[]) as c (code) returning workspace_id, id)
    insert into split_targets (workspace_id, id, split_link_id, place, url, weight, enabled)
    select workspace_id, gen_random_uuid(), id, place, 'https://t.me/shop_' || place, 1, true
    from made cross join generate_series(0, ${targetsEach - 1}) as place`,
    [workspaceId, codes],
  );
  await client.query('analyze split_links, split_targets');
}

/** Returns whether recorded visits still wait to be counted. */
export async function isCounting(client: pg.Client): Promise<boolean> {
  return (await client.query('select 1 from split_visit_batches limit 1')).rows.length > 0;
}

/** Returns the number of visits in the counters of links and targets, in the report's counts, and in the rows. */
export async function readCounts(client: pg.Client) {
  const { rows } = await client.query<Record<'links' | 'targets' | 'days' | 'hours' | 'visits', string>>(`
    select (select coalesce(sum(visits), 0) from split_links) as links,
      (select coalesce(sum(visits), 0) from split_targets) as targets,
      (select coalesce(sum(visits), 0) from split_link_days) as days,
      (select coalesce(sum(visits), 0) from split_link_counts where kind = 'hour') as hours,
      (select count(*) from split_visits) as visits`);
  return Object.values(rows[0] ?? {}).map(Number);
}
