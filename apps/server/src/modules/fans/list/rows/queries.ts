/** Finds the ids of a page's rows, by the access path with the lowest estimated cost. */
import type { FanFilters, FanSort } from '@parley/contract/fans';
import { type SQL, sql } from 'drizzle-orm';
import { containsPattern } from '../../../../base/db/like-pattern.ts';
import type { WorkspaceId } from '../../../../base/ids.ts';
import { accountFans, fanTexts } from '../../../../schema/fans.ts';
import { workspaceDayStart, workspaces } from '../../../../schema/workspaces.ts';
import { inactiveBefore, isShownAs, shownTypeRanges } from '../../statistics/conditions/queries.ts';
import type { CollectedFilter, LeadingFilter } from '../access-path.ts';
import { bitsOfTags, lettersOf } from '../bits.ts';
import { gramsOf, type SearchTerm, termsOf } from '../search-terms.ts';

export type FanQuery = FanFilters & { sort: FanSort; cursor?: string | undefined };

/** A row and its sort key, in microseconds since the epoch. */
export type FoundRow = { id: string; place: number };

/**
 * `mostCollected`: rows that a search collects at most; with more matches, scanning through the order finds enough of them soon.
 * `leastScanned`: rows that a scan for a search reads at least, added to a multiple of the expected number. Scanning is cheap if
 * the letters rule out most rows.
 */
export const searchLimits = (lettered: number) =>
  lettered > 0.2
    ? { mostCollected: 15_000, leastScanned: 3_000 }
    : { mostCollected: 3_000, leastScanned: 50_000 };
/** Maximum number of rows that a scan for a search reads. */
export const maxScanned = 150_000;
/** More rows than any list has. */
export const wholeList = 1_000_000_000;

const countedTypes = ['base', 'new', 'repeat'];

type Order = { column: SQL; direction: SQL };
const orderOf = ({ sort }: FanQuery): Order => ({
  column: sort.startsWith('grownAt') ? sql`a.grown_at` : sql`a.last_active_at`,
  direction: sort.endsWith('.asc') ? sql`asc` : sql`desc`,
});

const cursorPlace = /^(\d{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The condition for rows after the cursor; an invalid cursor starts at the beginning. */
function afterCursor({ sort, cursor }: FanQuery, { column }: Order): SQL[] {
  const [, microseconds, id] = cursorPlace.exec(cursor ?? '') ?? [];
  if (microseconds === undefined) return [];
  const compare = sort.endsWith('.asc') ? sql`>` : sql`<`;
  const at = sql`timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond'`;
  return [sql`(${column}, a.id) ${compare} (${at}, ${id}::uuid)`];
}

const texts = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`;
const uuids = (values: readonly string[]) => sql`${sql.param([...values])}::uuid[]`;

/** Cast to text so that no index can lead with them: the leading index has been chosen already. */
const filterOf: Readonly<
  Record<LeadingFilter, (values: readonly string[], workspaceId: WorkspaceId) => SQL>
> = {
  types: (values, workspaceId) => isShownAs(workspaceId, values),
  subAccounts: (values) => sql`a.sub_account_id::text = any(${texts(values)})`,
  socialAccounts: (values) => sql`a.social_account_id::text = any(${texts(values)})`,
  platforms: (values) => sql`(a.platform || '') = any(${texts(values)})`,
};
const columnOf = {
  types: sql`a.type`,
  subAccounts: sql`a.sub_account_id`,
  socialAccounts: sql`a.social_account_id`,
  platforms: sql`a.platform`,
} as const satisfies Record<LeadingFilter, SQL>;

/** Returns conditions that each select a range of the leader's index, and together all rows that the leader leaves. */
function rangesOf(workspaceId: WorkspaceId, leader: LeadingFilter, query: FanQuery): SQL[] {
  const column = columnOf[leader];
  const chosen = chosenOf(query)[leader];
  if (leader === 'types' && query.types !== undefined)
    return shownTypeRanges(workspaceId, query.types).map(({ type, after, until }) =>
      all([
        sql`${column} = ${type}`,
        // A fan's activity is never earlier than its growth, so the second condition bounds the other order.
        ...(after ? [sql`a.grown_at > ${after}`, sql`a.last_active_at > ${after}`] : []),
        // Without a reset no rows match: in the other order, no index ends with the growth.
        ...(until ? [sql`${until} is not null`, sql`a.grown_at <= ${until}`] : []),
      ]),
    );
  const cast = leader === 'types' || leader === 'platforms' ? sql`::text` : sql`::uuid`;
  return (chosen ?? countedTypes).map((value) => sql`${column} = ${value}${cast}`);
}

/** Returns the chosen values of the filters that an index can lead with. */
export function chosenOf(query: FanQuery): Partial<Record<LeadingFilter, readonly string[]>> {
  return {
    ...(query.types && { types: query.types }),
    ...(query.subAccountIds && { subAccounts: query.subAccountIds }),
    ...(query.socialAccountIds && { socialAccounts: query.socialAccountIds }),
    ...(query.platforms && { platforms: query.platforms }),
  };
}

function leaderFilters(workspaceId: WorkspaceId, query: FanQuery, except: LeadingFilter | null): SQL[] {
  return Object.entries(chosenOf(query)).flatMap(([name, values]) => {
    // The keys of `chosenOf` are leaders.
    const leader = name as LeadingFilter;
    return leader === except ? [] : [filterOf[leader](values, workspaceId)];
  });
}

const startOf = (workspaceId: WorkspaceId, day: SQL) =>
  sql`(select ${workspaceDayStart(day)} from ${workspaces} w where w.id = ${workspaceId})`;

function dayFilters(workspaceId: WorkspaceId, { from, to }: FanQuery): SQL[] {
  return [
    // A fan's activity is never earlier than its growth, so the second condition bounds the other order.
    ...(from
      ? ['grown_at', 'last_active_at'].map(
          (column) => sql`a.${sql.raw(column)} >= ${startOf(workspaceId, sql`${from}::date`)}`,
        )
      : []),
    ...(to ? [sql`a.grown_at < ${startOf(workspaceId, sql`${to}::date + 1`)}`] : []),
  ];
}

function otherFilters(workspaceId: WorkspaceId, query: FanQuery): SQL[] {
  const { activity, workOrderId } = query;
  return [
    ...dayFilters(workspaceId, query),
    ...(activity === 'active' ? [sql`a.last_active_at >= ${inactiveBefore(workspaceId)}`] : []),
    ...(activity === 'inactive'
      ? ['grown_at', 'last_active_at'].map(
          (column) => sql`a.${sql.raw(column)} < ${inactiveBefore(workspaceId)}`,
        )
      : []),
    ...(workOrderId ? [sql`a.work_order_id = ${workOrderId}`] : []),
  ];
}

const hasTags = (row: SQL, tagIds: readonly string[]) => sql`${row}.tag_ids && ${uuids(tagIds)}`;

/** Compares bits in the list's index, and looks up only rows with a common bit. */
function tagFilters({ tagIds }: FanQuery): SQL[] {
  if (tagIds === undefined) return [];
  const bits = sql`${String(bitsOfTags(tagIds))}::int8`;
  const found = sql`select ${hasTags(sql`r`, tagIds)} from ${accountFans} r where r.workspace_id = a.workspace_id and r.id = a.id`;
  return [sql`a.tag_bits & ${bits} <> 0 and (${found})`];
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const has = (content: SQL, { text, beginsWord }: SearchTerm) =>
  beginsWord
    ? sql`${content} ~ ${`(^|[^a-z0-9])${escaped(text)}`}`
    : sql`${content} like ${containsPattern(text)}`;

function searchFilters(search: string | undefined): SQL[] {
  const terms = termsOf(search ?? '');
  if (terms.length === 0) return [];
  const content = sql`f.content`;
  const found = sql.join(
    terms.map((term) => has(content, term)),
    sql` and `,
  );
  // A scalar subquery instead of EXISTS, which PostgreSQL would turn into a join that reads all texts. Most rows lack a letter,
  // so their texts aren't looked up.
  const letters = sql`${String(lettersOf(terms))}::int8`;
  return [
    sql`a.letters & ${letters} = ${letters} and (select ${found} from ${fanTexts} f where f.workspace_id = a.workspace_id and f.id = a.id)`,
  ];
}

/** Returns the grams of all terms. */
const searchGrams = (workspaceId: WorkspaceId, search: string | undefined): string[] => [
  ...new Set(termsOf(search ?? '').flatMap((term) => gramsOf(workspaceId, term))),
];

const all = (conditions: readonly SQL[]) => sql.join([...conditions], sql` and `);

/** `cut`: the scan's limit ended at this row. `found`: the row also matches the search. */
export type ScannedRow = FoundRow & { found: boolean; cut: boolean };

/**
 * Rows in list order, merged over the leader's values. `within`: maximum number of rows that a search examines; the last of them
 * is returned as well.
 */
export function scanRows(
  workspaceId: WorkspaceId,
  query: FanQuery,
  { leader, wanted, within }: { leader: LeadingFilter; wanted: number; within: number },
): SQL {
  const order = orderOf(query);
  const searched = searchFilters(query.search);
  const ordered = (at: SQL) => sql`order by ${at} ${order.direction}, a.id ${order.direction}`;
  const read = searched.length === 0 ? wanted : within;
  const conditions = [
    sql`a.workspace_id = ${workspaceId}`,
    sql`a.type <> 'merged'`,
    ...leaderFilters(workspaceId, query, leader),
    ...otherFilters(workspaceId, query),
    ...tagFilters(query),
    ...afterCursor(query, order),
  ];
  const branches = rangesOf(workspaceId, leader, query).map(
    (range) => sql`(
      select a.workspace_id, a.id, a.letters, ${order.column} as at from ${accountFans} a
      where ${range} and ${all(conditions)} ${ordered(order.column)} limit ${read})`,
  );
  const found = searched.length === 0 ? sql`true` : all(searched);
  // Each part has the limit of the whole, so that none ends before the others have reached the same place.
  return sql`
    select a.id, (extract(epoch from a.at) * 1000000)::bigint as place, (${found}) as found, a.n = ${read} as cut
    from (
      select a.*, row_number() over (${ordered(sql`a.at`)}) as n
      from (${sql.join(branches, sql` union all `)}) a ${ordered(sql`a.at`)} limit ${read}
    ) a where ${found} or a.n = ${read} ${ordered(sql`a.at`)} limit ${wanted}`;
}

/**
 * All rows that match a filter, sorted. `collected`: the number of rows that the search matched, up to `most`; if the other
 * filters leave none, it is returned in a row without an id.
 */
export function collectRows(
  workspaceId: WorkspaceId,
  query: FanQuery,
  { by, wanted, most }: { by: CollectedFilter; wanted: number; most: number | null },
): SQL {
  const order = orderOf(query);
  const rest = [
    sql`a.workspace_id = ${workspaceId}`,
    sql`a.type <> 'merged'`,
    ...leaderFilters(workspaceId, query, null),
    ...otherFilters(workspaceId, query),
    ...(query.tagIds ? [hasTags(sql`a`, query.tagIds)] : []),
    ...afterCursor(query, order),
  ];
  const sorted = sql`order by ${order.column} ${order.direction}, a.id ${order.direction} limit ${wanted}`;
  const place = sql`(extract(epoch from ${order.column}) * 1000000)::bigint as place`;
  if (by !== 'search') {
    return sql`
      select a.id, ${place} from ${accountFans} a
      where ${all([...rest, ...searchFilters(query.search), ...(by === 'days' ? [sql`a.type = any(${texts(countedTypes)})`] : [])])}
      ${sorted}`;
  }
  const grams = searchGrams(workspaceId, query.search);
  const found = all([
    sql`t.workspace_id = ${workspaceId}`,
    sql`search_grams(t.workspace_id, t.content) @> ${texts(grams)}`,
    ...termsOf(query.search ?? '').map((term) => has(sql`t.content`, term)),
  ]);
  return sql`
    with hits as materialized (select t.id from ${fanTexts} t where ${found} ${most === null ? sql`` : sql`limit ${most}`}),
    page as (
      select a.id, ${order.column} as at, ${place} from hits h join ${accountFans} a on a.id = h.id
      where ${all(rest)} ${sorted}
    )
    select p.id, p.place, c.collected from (select count(*)::int as collected from hits) c left join page p on true
    order by p.at ${order.direction}, p.id ${order.direction}`;
}
