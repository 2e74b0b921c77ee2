import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../db/database.ts';
import { containsPattern } from '../db/like-pattern.ts';
import { mails } from './tables.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  /** A part of `text`, e.g. a code, to be redacted from the stored mail after `until` or by `redactMail`. */
  secret?: { text: string; until: Date };
};
/** kept: without an SMTP server, for the operator to read. */
export type MailState = 'kept' | 'queued' | 'sent' | 'failed';
export type StoredMail = Omit<Mail, 'secret'> & {
  id: string;
  state: MailState;
  problem: string | null;
  createdAt: number;
};
export type MailQuery = {
  pageNo: number;
  pageSize: number;
  /** A substring of the address or of the subject. */
  search?: string | undefined;
};

export async function insertMail(tx: Tx, mail: Mail & { id: string; state: MailState }): Promise<void> {
  const { text: secret = null, until = null } = mail.secret ?? {};
  await tx.db.execute(sql`insert into ${mails} (id, recipient, subject, body, state, secret, secret_until)
    values (${mail.id}, ${mail.to}, ${mail.subject}, ${mail.text}, ${mail.state}, ${secret}, ${until})`);
}

/** Removes a mail's secret from its stored text. A mail without a secret remains unchanged. */
export async function redactMail(tx: Tx, id: string): Promise<void> {
  await tx.db.execute(
    sql`update ${mails} set ${redacted} where ${mails.id} = ${id} and ${mails.secret} is not null`,
  );
}

/** Removes the secrets that have expired by `now` from the stored mails. */
export async function redactMails(handle: Handle, now: Date): Promise<void> {
  await handle.db.execute(
    sql`update ${mails} set ${redacted} where ${mails.secret} is not null and ${mails.secretUntil} <= ${now}`,
  );
}

export async function findMail(handle: Handle, id: string): Promise<StoredMail | null> {
  const { rows } = await handle.db.execute<StoredMail>(
    sql`select ${columns(mails.body)} from ${mails} where ${mails.id} = ${id}`,
  );
  return rows[0] ?? null;
}

export async function setMailState(
  handle: Handle,
  id: string,
  state: MailState,
  problem: string | null,
): Promise<void> {
  await handle.db.execute(
    sql`update ${mails} set state = ${state}, problem = ${problem} where ${mails.id} = ${id}`,
  );
}

/** Returns a page of mails, newest first, and their total. */
export async function readMails(
  handle: Handle,
  query: MailQuery,
  now: Date,
): Promise<{ list: StoredMail[]; total: number }> {
  const part = query.search ? containsPattern(query.search.trim()) : null;
  const filter =
    part === null
      ? sql``
      : sql`where ${mails.recipient} ilike ${part}
    or ${mails.subject} ilike ${part}`;
  const { rows: list } = await handle.db.execute<StoredMail>(sql`
    select ${columnsAt(now)} from ${mails} ${filter} order by ${mails.createdAt} desc, ${mails.id} desc
    limit ${query.pageSize} offset ${(query.pageNo - 1) * query.pageSize}`);
  const { rows } = await handle.db.execute<{ total: number }>(
    sql`select count(*) as total from ${mails} ${filter}`,
  );
  return { list, total: rows[0]?.total ?? 0 };
}

const bullets = '••••••';
const withoutSecret = sql`replace(${mails.body}, ${mails.secret}, ${bullets})`;
const redacted = sql`body = ${withoutSecret}, secret = null, secret_until = null`;

const columns = (
  body: SQLWrapper,
) => sql`${mails.id}, ${mails.recipient} as "to", ${mails.subject}, ${body} as "text",
  ${mails.state}, ${mails.problem},
  floor(extract(epoch from ${mails.createdAt}) * 1000) as "createdAt"`;

/** Hides an expired secret even if the job that removes it has not run yet. */
const columnsAt = (now: Date) =>
  columns(sql`case when ${mails.secretUntil} <= ${now} then ${withoutSecret} else ${mails.body} end`);
