import { messageTemplateLimits } from '@parley/contract/message-templates';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { messageTemplateFetches, messageTemplates } from '../../schema/message-templates.ts';
import type { ListedTemplate } from './accepted-templates.ts';

type Account = { workspaceId: WorkspaceId; id: string };

const ofAccount = ({ workspaceId, id }: Account) =>
  and(eq(messageTemplates.workspaceId, workspaceId), eq(messageTemplates.socialAccountId, id));

/**
 * Replaces an account's templates by the fetched ones; missing ones are marked as removed, and the latest of them kept.
 * `askedAt` is the time of the request: of two concurrent fetches the later one wins. Returns false when this one lost.
 */
export async function storeFetched(
  tx: Tx,
  account: Account,
  { kept, leftOut }: { kept: readonly ListedTemplate[]; leftOut: number },
  askedAt: Date,
): Promise<boolean> {
  const facts = { fetchedAt: askedAt, problem: null, leftOut };
  const { workspaceId, id: socialAccountId } = account;
  const claimed = await tx.db
    .insert(messageTemplateFetches)
    .values({ workspaceId, socialAccountId, ...facts })
    .onConflictDoUpdate({
      target: [messageTemplateFetches.workspaceId, messageTemplateFetches.socialAccountId],
      set: facts,
      setWhere: sql`${messageTemplateFetches.fetchedAt} is null or ${messageTemplateFetches.fetchedAt} <= ${askedAt}`,
    })
    .returning({ id: messageTemplateFetches.socialAccountId });
  if (claimed.length === 0) return false;
  await upsert(tx, account, kept);
  const ids = kept.map(({ id }) => id);
  await tx.db
    .update(messageTemplates)
    .set({ removedAt: askedAt })
    .where(
      and(
        ofAccount(account),
        sql`${messageTemplates.removedAt} is null`,
        sql`${messageTemplates.platformTemplateId} <> all(${sql.param(ids)}::text[])`,
      ),
    );
  await tx.db.execute(sql`
    delete from ${messageTemplates}
    where ${messageTemplates.workspaceId} = ${workspaceId} and ${messageTemplates.id} in (
      select t.id from ${messageTemplates} t
      where t.workspace_id = ${workspaceId} and t.social_account_id = ${socialAccountId} and t.removed_at is not null
      order by t.removed_at desc, t.id offset ${messageTemplateLimits.account})`);
  return true;
}

async function upsert(tx: Tx, { workspaceId, id }: Account, kept: readonly ListedTemplate[]): Promise<void> {
  const rows = kept.map(({ id: platformTemplateId, ...rest }) => ({
    ...rest,
    id: newId(),
    platformTemplateId,
  }));
  await tx.db.execute(sql`
    insert into ${messageTemplates} (workspace_id, id, social_account_id, platform_template_id, name, language, category,
      state, header, body, footer, buttons)
    select ${workspaceId}, t.id, ${id}, t."platformTemplateId", t.name, t.language, t.category, t.state, t.header, t.body,
      t.footer, t.buttons
    from json_to_recordset(${JSON.stringify(rows)}::json) as t (id uuid, "platformTemplateId" text, name text,
      language text, category text, state text, header text, body text, footer text, buttons jsonb)
    on conflict (workspace_id, social_account_id, platform_template_id) do update set name = excluded.name,
      language = excluded.language, category = excluded.category, state = excluded.state, header = excluded.header,
      body = excluded.body, footer = excluded.footer, buttons = excluded.buttons, removed_at = null`);
}

/** Stores why a fetch failed; templates fetched before are kept. */
export async function storeProblem(tx: Tx, { workspaceId, id }: Account, problem: string): Promise<void> {
  await tx.db
    .insert(messageTemplateFetches)
    .values({ workspaceId, socialAccountId: id, problem })
    .onConflictDoUpdate({
      target: [messageTemplateFetches.workspaceId, messageTemplateFetches.socialAccountId],
      set: { problem },
    });
}

/** Deletes the templates of deleted social accounts. */
export async function deleteTemplates(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountIds: readonly string[],
): Promise<void> {
  const ids = sql.param([...socialAccountIds]);
  for (const table of [messageTemplates, messageTemplateFetches])
    await tx.db.execute(
      sql`delete from ${table} where workspace_id = ${workspaceId} and social_account_id = any(${ids}::uuid[])`,
    );
}
