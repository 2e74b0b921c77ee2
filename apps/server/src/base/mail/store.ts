import { sql } from 'drizzle-orm';
import type { Handle, Tx } from '../db/database.ts';
import { containing } from '../db/search.ts';

export type Mail = { to: string; subject: string; text: string };
/** kept: there is no SMTP server, the operator reads it. */
export type MailState = 'kept' | 'queued' | 'sent' | 'failed';
export type KeptMail = Mail & { id: string; state: MailState; problem: string | null; createdAt: number };
export type MailQuery = {
  pageNo: number;
  pageSize: number;
  /** A part of the address or of the subject. */
  search?: string | undefined;
};

export async function insertMail(tx: Tx, mail: Mail & { id: string; state: MailState }): Promise<void> {
  await tx.db.execute(sql`insert into mails (id, recipient, subject, body, state)
    values (${mail.id}, ${mail.to}, ${mail.subject}, ${mail.text}, ${mail.state})`);
}

export async function findMail(handle: Handle, id: string): Promise<KeptMail | null> {
  const { rows } = await handle.db.execute<KeptMail>(sql`select ${columns} from mails where id = ${id}`);
  return rows[0] ?? null;
}

export async function setMailState(
  handle: Handle,
  id: string,
  state: MailState,
  problem: string | null,
): Promise<void> {
  await handle.db.execute(sql`update mails set state = ${state}, problem = ${problem} where id = ${id}`);
}

/** Newest first. */
export async function readMails(
  handle: Handle,
  query: MailQuery,
): Promise<{ list: KeptMail[]; total: number }> {
  const part = query.search ? containing(query.search.trim()) : null;
  const filter = part === null ? sql`` : sql`where recipient ilike ${part} or subject ilike ${part}`;
  const { rows: list } = await handle.db.execute<KeptMail>(sql`
    select ${columns} from mails ${filter} order by created_at desc, id desc
    limit ${query.pageSize} offset ${(query.pageNo - 1) * query.pageSize}`);
  const { rows } = await handle.db.execute<{ total: number }>(
    sql`select count(*) as total from mails ${filter}`,
  );
  return { list, total: rows[0]?.total ?? 0 };
}

const columns = sql`id, recipient as "to", subject, body as "text", state, problem,
  floor(extract(epoch from created_at) * 1000) as "createdAt"`;
