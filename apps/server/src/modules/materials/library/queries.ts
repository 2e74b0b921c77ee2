import {
  deskMaterialLimit,
  type exportMaterials,
  type MaterialType,
  type materialPage,
} from '@parley/contract/materials';
import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Handle } from '../../../base/db/database.ts';
import { containsPattern } from '../../../base/db/like-pattern.ts';
import { afterCursor, nextCursorOf, orderBy, placeOf, sortingOf } from '../../../base/db/sort.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { files } from '../../../schema/files.ts';
import { materialGroups, materials } from '../../../schema/materials.ts';
import type { InspectedFile } from '../../files/index.ts';

export type StoredFile = InspectedFile & { id: string; name: string };

export type MaterialItem = {
  id: string;
  groupId: string | null;
  type: MaterialType;
  title: string;
  text: string;
  link: string | null;
  file: StoredFile | null;
  /** The copy of the file that automatic replies share; null when there is none. */
  sentFileId: string | null;
  used: number;
  version: number;
  updatedAt: number;
};

type PageQuery = z.output<typeof materialPage.query>;
type Narrowing = Pick<PageQuery, 'search' | 'type' | 'group'> & { media?: PageQuery['media'] };

const item = sql`m.id, m.group_id as "groupId", m.type, m.title, m.text, m.link, m.used, m.version, m.sent_file_id as "sentFileId",
  (extract(epoch from m.updated_at) * 1000)::bigint as "updatedAt",
  case when f.id is null then null else
    json_build_object('id', f.id, 'name', f.name, 'contentType', f.content_type, 'size', f.size, 'width', f.width,
      'height', f.height, 'durationMs', f.duration_ms, 'waveform', f.waveform, 'hasPreview', f.preview_size is not null) end as file`;
const from = sql`from ${materials} m left join ${files} f on f.id = m.file_id`;

function matching(workspaceId: WorkspaceId, { search, type, group, media }: Narrowing): SQL {
  const conditions = [sql`m.workspace_id = ${workspaceId}`];
  if (type !== undefined) conditions.push(sql`m.type = ${type}`);
  if (media === 'true') conditions.push(sql`m.type in ('image', 'audio', 'video')`);
  if (group === 'none') conditions.push(sql`m.group_id is null`);
  else if (group !== undefined) conditions.push(sql`m.group_id = ${group}`);
  if (search) {
    const pattern = containsPattern(search);
    conditions.push(sql`(m.title ilike ${pattern} or m.text ilike ${pattern} or f.name ilike ${pattern})`);
  }
  return sql`${from} where ${sql.join(conditions, sql` and `)}`;
}

const sorts = {
  title: { by: sql`lower(m.title)`, type: 'text' },
  used: { by: sql`m.used`, type: 'integer' },
  updatedAt: { by: sql`m.updated_at`, type: 'timestamptz' },
} as const;

/** Returns a page and the total. */
export async function readPage(
  handle: Handle,
  workspaceId: WorkspaceId,
  { pageNo, pageSize, sort, ...narrowing }: PageQuery,
): Promise<{ list: MaterialItem[]; total: number }> {
  const found = matching(workspaceId, narrowing);
  const order = orderBy(sortingOf(sort, sorts, sql`m.id`));
  const [{ rows: list }, { rows: totals }] = await Promise.all([
    handle.db.execute<MaterialItem>(
      sql`select ${item} ${found} order by ${order} limit ${pageSize} offset ${(pageNo - 1) * pageSize}`,
    ),
    handle.db.execute<{ total: number }>(sql`select count(*)::int as total ${found}`),
  ]);
  return { list, total: totals[0]?.total ?? 0 };
}

export type ExportedMaterial = Pick<MaterialItem, 'id' | 'type' | 'title' | 'file' | 'used' | 'updatedAt'> & {
  /** Null: not in a group. */
  groupName: string | null;
};

/** Returns the materials after `cursor` in the list's order, regardless of those added meanwhile. */
export async function readBatch(
  handle: Handle,
  workspaceId: WorkspaceId,
  {
    cursor,
    pageSize,
    sort,
    ...narrowing
  }: z.output<typeof exportMaterials.query> & {
    cursor: string | undefined;
    pageSize: number;
  },
): Promise<{ list: ExportedMaterial[]; nextCursor: string | null }> {
  const order = sortingOf(sort, sorts, sql`m.id`);
  const { rows } = await handle.db.execute<ExportedMaterial & { place: string | null }>(sql`
    select ${item}, ${placeOf(order)} as place, (
      select g.name from ${materialGroups} g
      where g.workspace_id = m.workspace_id and g.id = m.group_id) as "groupName"
    ${matching(workspaceId, narrowing)} and ${afterCursor(order, cursor)}
    order by ${orderBy(order)} limit ${pageSize}`);
  return { list: rows, nextCursor: nextCursorOf(rows, pageSize, (row) => row.id) };
}

export async function readOne(
  handle: Handle,
  workspaceId: WorkspaceId,
  id: string,
): Promise<MaterialItem | null> {
  const { rows } = await handle.db.execute<MaterialItem>(
    sql`select ${item} ${from} where m.workspace_id = ${workspaceId} and m.id = ${id}`,
  );
  return rows[0] ?? null;
}

/** Returns materials by id, without deleted ones. */
export async function readMaterials(
  handle: Handle,
  workspaceId: WorkspaceId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MaterialItem>> {
  if (ids.length === 0) return new Map();
  const { rows } = await handle.db.execute<MaterialItem>(
    sql`select ${item} ${from} where m.workspace_id = ${workspaceId} and m.id = any(${sql.param([...ids])}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the material to which a file belongs. */
export async function findByFile(
  handle: Handle,
  workspaceId: WorkspaceId,
  fileId: string,
): Promise<MaterialItem | null> {
  const { rows } = await handle.db.execute<MaterialItem>(
    sql`select ${item} ${from} where m.workspace_id = ${workspaceId} and m.file_id = ${fileId}`,
  );
  return rows[0] ?? null;
}

/** Returns matching materials, those whose titles begin with the search first. */
export async function readForDesk(
  handle: Handle,
  workspaceId: WorkspaceId,
  narrowing: Narrowing,
): Promise<{ list: MaterialItem[]; more: boolean }> {
  const { rows } = await handle.db.execute<MaterialItem>(sql`
    select ${item} ${matching(workspaceId, narrowing)}
    order by not starts_with(lower(m.title), lower(${narrowing.search ?? ''})), lower(m.title), m.id
    limit ${deskMaterialLimit + 1}`);
  return { list: rows.slice(0, deskMaterialLimit), more: rows.length > deskMaterialLimit };
}

/** Returns the bytes of the workspace's files used by materials. */
export async function readStorage(handle: Handle, workspaceId: WorkspaceId): Promise<number> {
  const { rows } = await handle.db.execute<{ bytes: number }>(sql`
    select coalesce(sum(f.size), 0)::bigint as bytes ${from} where m.workspace_id = ${workspaceId}`);
  return rows[0]?.bytes ?? 0;
}

export async function readContentType(handle: Handle, fileId: string): Promise<string | null> {
  const { rows } = await handle.db.execute<{ contentType: string }>(
    sql`select ${files.contentType} as "contentType" from ${files} where ${files.id} = ${fileId}`,
  );
  return rows[0]?.contentType ?? null;
}
