import type { MaterialUsage } from '@parley/contract/materials';
import {
  deskQuickReplyLimit,
  type exportQuickReplies,
  type QuickReplyMedium,
  type QuickReplySort,
  type QuickReplyTranslation,
  type QuickReplyValues,
  type quickReplyPage,
} from '@parley/contract/quick-replies';
import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Handle } from '../../base/db/database.ts';
import { containsPattern } from '../../base/db/like-pattern.ts';
import { afterCursor, nextCursorOf, orderBy, placeOf, sortingOf } from '../../base/db/sort.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { socialAccounts } from '../../schema/channels.ts';
import { files } from '../../schema/files.ts';
import { materials } from '../../schema/materials.ts';
import { quickReplies, quickReplyTranslations } from '../../schema/quick-replies.ts';
import { subAccounts } from '../../schema/sub-accounts.ts';
import type { ReadMaterialUsages } from '../materials/index.ts';

export type QuickReplyItem = {
  id: string;
  name: string;
  title: string;
  content: string;
  language: string;
  translations: QuickReplyTranslation[];
  material: QuickReplyMedium | null;
  version: number;
  updatedAt: number;
};

/** The translations of the quick reply `q`. */
const translations = sql`coalesce((
  select json_agg(json_build_object('language', t.language, 'content', t.content) order by t.language)
  from ${quickReplyTranslations} t where t.workspace_id = q.workspace_id and t.quick_reply_id = q.id), '[]')`;

/** The material of the quick reply `q`; null when its file was deleted. */
const material = sql`(
  select json_build_object('id', m.id, 'title', m.title, 'type', m.type, 'size', f.size)
  from ${materials} m join ${files} f on f.id = m.file_id
  where m.workspace_id = q.workspace_id and m.id = q.material_id)`;

const item = sql`q.id, q.name, q.title, q.content, q.language, ${translations} as translations, ${material} as material, q.version,
  (extract(epoch from q.updated_at) * 1000)::bigint as "updatedAt"`;

const found = (search: string) => {
  const pattern = containsPattern(search);
  return sql`(q.name ilike ${pattern} or q.title ilike ${pattern} or q.content ilike ${pattern})`;
};

type Filters = z.output<(typeof exportQuickReplies)['query']>;

/** Sorts names without regard to case. */
const sorting = (sort: QuickReplySort) =>
  sortingOf(
    sort,
    {
      name: { by: sql`lower(q.name)`, type: 'text' },
      title: { by: sql`lower(q.title)`, type: 'text' },
      updatedAt: { by: sql`q.updated_at`, type: 'timestamptz' },
    },
    sql`q.id`,
  );

const matching = (workspaceId: WorkspaceId, { search }: Pick<Filters, 'search'>): SQL =>
  sql`q.workspace_id = ${workspaceId} and ${search ? found(search) : sql`true`}`;

/** Returns a page and the total. */
export async function readPage(
  handle: Handle,
  workspaceId: WorkspaceId,
  { pageNo, pageSize, ...given }: z.output<(typeof quickReplyPage)['query']>,
): Promise<{ list: QuickReplyItem[]; total: number }> {
  const ofPage = sql`from ${quickReplies} q where ${matching(workspaceId, given)}`;
  const order = orderBy(sorting(given.sort));
  const [{ rows: list }, { rows: totals }] = await Promise.all([
    handle.db.execute<QuickReplyItem>(sql`
      select ${item} ${ofPage} order by ${order} limit ${pageSize} offset ${(pageNo - 1) * pageSize}`),
    handle.db.execute<{ total: number }>(sql`select count(*)::int as total ${ofPage}`),
  ]);
  return { list, total: totals[0]?.total ?? 0 };
}

/** Returns the quick replies after `cursor` in the list's order, regardless of those added meanwhile. */
export async function readBatch(
  handle: Handle,
  workspaceId: WorkspaceId,
  { cursor, pageSize, ...given }: Filters & { cursor: string | undefined; pageSize: number },
): Promise<{ list: QuickReplyItem[]; nextCursor: string | null }> {
  const order = sorting(given.sort);
  const { rows } = await handle.db.execute<QuickReplyItem & { place: string | null }>(sql`
    select ${item}, ${placeOf(order)} as place from ${quickReplies} q
    where ${matching(workspaceId, given)} and ${afterCursor(order, cursor)}
    order by ${orderBy(order)} limit ${pageSize}`);
  const list = rows.map(({ place: _place, ...reply }) => reply);
  return { list, nextCursor: nextCursorOf(rows, pageSize, (row) => row.id) };
}

export async function readOne(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<QuickReplyItem | null> {
  const { rows } = await handle.db.execute<QuickReplyItem>(
    sql`select ${item} from ${quickReplies} q where q.workspace_id = ${workspaceId} and q.id = ${id}`,
  );
  return rows[0] ?? null;
}

export type DeskItem = Pick<QuickReplyItem, 'id' | 'name' | 'title' | 'content' | 'language' | 'material'> & {
  languages: string[];
};

/**
 * Returns matching quick replies, first those whose names begin with the search, because agents type the beginning of a
 * name after a slash.
 */
export async function readForDesk(
  handle: Handle,
  workspaceId: WorkspaceId,
  search: string,
): Promise<DeskItem[]> {
  const { rows } = await handle.db.execute<DeskItem>(sql`
    select q.id, q.name, q.title, q.content, q.language, ${material} as material,
      array(select t.language from ${quickReplyTranslations} t
        where t.workspace_id = q.workspace_id and t.quick_reply_id = q.id order by t.language) as languages
    from ${quickReplies} q where q.workspace_id = ${workspaceId} and ${found(search)}
    order by not starts_with(lower(q.name), lower(${search})), lower(q.name) limit ${deskQuickReplyLimit}`);
  return rows;
}

/** The context in which a text is written. `fan`: the customer's name on the platform. */
export type WritingPlace = {
  workspaceId: WorkspaceId;
  subAccountId: string;
  socialAccountId: string;
  fan: string | null;
};

/** Returns the values that the desk fills in. */
export async function readNames(
  handle: Handle,
  { workspaceId, subAccountId, socialAccountId, fan }: WritingPlace,
): Promise<QuickReplyValues> {
  const { rows } = await handle.db.execute<Omit<QuickReplyValues, 'fan'>>(sql`
    select
      (select ${subAccounts.remark} from ${subAccounts}
        where ${subAccounts.workspaceId} = ${workspaceId} and ${subAccounts.id} = ${subAccountId}) as agent,
      (select ${socialAccounts.name} from ${socialAccounts}
        where ${socialAccounts.workspaceId} = ${workspaceId}
          and ${socialAccounts.id} = ${socialAccountId}) as account`);
  const [names = { agent: null, account: null }] = rows;
  return { ...names, fan };
}

export type Candidate = Pick<QuickReplyItem, 'content' | 'language' | 'translations'>;

/** Returns the quick replies from which a text may have been made, latest change first. */
export async function readCandidates(
  handle: Handle,
  workspaceId: WorkspaceId,
  text: string,
): Promise<Candidate[]> {
  const { rows } = await handle.db.execute<Candidate>(sql`
    select q.content, q.language, ${translations} as translations from ${quickReplies} q
    where q.workspace_id = ${workspaceId} and starts_with(${text}, q.head)
      and (q.content = ${text} or q.head <> q.content)
    order by q.updated_at desc, q.id`);
  return rows;
}

/** Returns the quick replies that include these materials, by title. */
export const readMaterialUsages: ReadMaterialUsages = async (handle, workspaceId, materialIds) => {
  const { rows } = await handle.db.execute<MaterialUsage>(sql`
    select ${quickReplies.materialId} as "materialId", 'quick-reply' as kind, ${quickReplies.id},
      ${quickReplies.title} as name
    from ${quickReplies}
    where ${quickReplies.workspaceId} = ${workspaceId}
      and ${quickReplies.materialId} = any(${sql.param([...materialIds])}::uuid[])
    order by name, ${quickReplies.id}`);
  return rows;
};
