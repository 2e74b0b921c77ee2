import type { TemplateFetch } from '@parley/contract/message-templates';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../base/db/database.ts';
import { containsPattern } from '../../base/db/like-pattern.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { socialAccounts } from '../../schema/channels.ts';
import {
  type MessageTemplateRow,
  messageTemplateFetches,
  messageTemplates,
} from '../../schema/message-templates.ts';

type Page = { pageNo: number; pageSize: number; search?: string | undefined };
type Found = { list: MessageTemplateRow[]; total: number };

const ofAccount = (workspaceId: WorkspaceId, socialAccountId: string) =>
  and(eq(messageTemplates.workspaceId, workspaceId), eq(messageTemplates.socialAccountId, socialAccountId));

function matching(search: string | undefined): SQL | undefined {
  if (search === undefined || search === '') return undefined;
  const pattern = containsPattern(search);
  const { name, header, body, footer } = messageTemplates;
  return sql`(${name} ilike ${pattern} or ${header} ilike ${pattern} or ${body} ilike ${pattern} or ${footer} ilike ${pattern})`;
}

async function readSome(
  handle: Handle,
  where: SQL | undefined,
  order: readonly SQL[],
  { pageNo, pageSize }: Page,
): Promise<Found> {
  const [list, [counted]] = await Promise.all([
    handle.db
      .select()
      .from(messageTemplates)
      .where(where)
      .orderBy(...order, messageTemplates.name, messageTemplates.language, messageTemplates.id)
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize),
    handle.db.select({ total: sql<number>`count(*)::int` }).from(messageTemplates).where(where),
  ]);
  return { list, total: counted?.total ?? 0 };
}

/** Returns a page of an account's templates by name, removed ones last. */
export function readPage(
  handle: Handle,
  workspaceId: WorkspaceId,
  {
    socialAccountId,
    state,
    ...page
  }: Page & { socialAccountId: string; state?: MessageTemplateRow['state'] | undefined },
): Promise<Found> {
  const where = and(
    ofAccount(workspaceId, socialAccountId),
    state && eq(messageTemplates.state, state),
    matching(page.search),
  );
  return readSome(handle, where, [sql`${messageTemplates.removedAt} is not null`], page);
}

const sendable = (workspaceId: WorkspaceId, socialAccountId: string) =>
  and(
    ofAccount(workspaceId, socialAccountId),
    eq(messageTemplates.state, 'approved'),
    isNull(messageTemplates.removedAt),
  );

/** Returns a page of the templates that can be sent, those of a language first: `es` matches `es_MX` too. */
export function readForDesk(
  handle: Handle,
  workspaceId: WorkspaceId,
  { socialAccountId, language, ...page }: Page & { socialAccountId: string; language: string | null },
): Promise<Found> {
  const base = language?.split(/[-_]/)[0]?.toLowerCase() ?? '';
  const foreign = sql`split_part(replace(lower(${messageTemplates.language}), '_', '-'), '-', 1) <> ${base}`;
  const where = and(sendable(workspaceId, socialAccountId), matching(page.search));
  return readSome(handle, where, base === '' ? [] : [foreign], page);
}

export async function findApproved(
  handle: Handle,
  workspaceId: WorkspaceId,
  socialAccountId: string,
  id: string,
): Promise<MessageTemplateRow | null> {
  const [row] = await handle.db
    .select()
    .from(messageTemplates)
    .where(and(sendable(workspaceId, socialAccountId), eq(messageTemplates.id, id)));
  return row ?? null;
}

export async function readFetch(
  handle: Handle,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<TemplateFetch> {
  const [row] = await handle.db
    .select()
    .from(messageTemplateFetches)
    .where(
      and(
        eq(messageTemplateFetches.workspaceId, workspaceId),
        eq(messageTemplateFetches.socialAccountId, socialAccountId),
      ),
    );
  return {
    fetchedAt: row?.fetchedAt?.getTime() ?? null,
    problem: row?.problem ?? null,
    leftOut: row?.leftOut ?? 0,
  };
}

export async function accountExists(handle: Handle, workspaceId: WorkspaceId, id: string): Promise<boolean> {
  const rows = await handle.db
    .select({ id: socialAccounts.id })
    .from(socialAccounts)
    .where(
      and(
        eq(socialAccounts.workspaceId, workspaceId),
        eq(socialAccounts.id, id),
        isNull(socialAccounts.deletedAt),
      ),
    );
  return rows.length > 0;
}
