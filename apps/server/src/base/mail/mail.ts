import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { Database, Handle, Tx } from '../db/database.ts';
import { newId } from '../ids.ts';
import { addJob, defineJob, type Queue } from '../queue/queue.ts';

const sendMail = defineJob({
  name: 'base.send-mail',
  payload: z.object({ mailId: z.uuid() }),
  maxAttempts: 12,
});

export type Mail = { to: string; subject: string; text: string };
export type MailState = 'kept' | 'queued' | 'sent' | 'failed';
export type KeptMail = Mail & { id: string; state: MailState; problem: string | null; createdAt: number };

export type Mailer = {
  /** Writes the mail in the running transaction; it leaves (or is kept) once that is durable. */
  write(tx: Tx, mail: Mail): Promise<void>;
  page(
    handle: Handle,
    query: { pageNo: number; pageSize: number; search?: string | undefined },
  ): Promise<{
    list: KeptMail[];
    total: number;
  }>;
};

/** Without an SMTP address mails are kept for the operator to read. The Message-ID is ours, so a repeated job is the same mail. */
export function createMailer(options: {
  smtpUrl: string | null;
  from: string;
  database: Database;
  queue: Queue;
}): Mailer {
  const { smtpUrl, from, database } = options;
  if (smtpUrl) {
    const transport = createTransport(smtpUrl, { from });
    options.queue.handle(sendMail, async ({ mailId }, attempt) => {
      const mail = await readMail(database, mailId);
      if (!mail || mail.state === 'sent') return;
      try {
        await transport.sendMail({ ...mail, messageId: `<${mailId}@parley>` });
        await setState(database, mailId, 'sent', null);
      } catch (error) {
        if (attempt.last) await setState(database, mailId, 'failed', String(error));
        throw error;
      }
    });
  }
  return {
    async write(tx, mail) {
      const id = newId();
      await tx.db.execute(sql`insert into mails (id, recipient, subject, body, state)
        values (${id}, ${mail.to}, ${mail.subject}, ${mail.text}, ${smtpUrl ? 'queued' : 'kept'})`);
      if (smtpUrl) await addJob(tx, sendMail, { mailId: id });
    },
    page: readPage,
  };
}

async function readMail(handle: Handle, id: string): Promise<(Mail & { state: string }) | null> {
  const { rows } = await handle.db.execute<{
    recipient: string;
    subject: string;
    body: string;
    state: string;
  }>(sql`select recipient, subject, body, state from mails where id = ${id}`);
  const row = rows[0];
  return row ? { to: row.recipient, subject: row.subject, text: row.body, state: row.state } : null;
}

async function setState(
  handle: Handle,
  id: string,
  state: 'sent' | 'failed',
  problem: string | null,
): Promise<void> {
  await handle.db.execute(sql`update mails set state = ${state}, problem = ${problem} where id = ${id}`);
}

async function readPage(handle: Handle, query: Parameters<Mailer['page']>[1]): ReturnType<Mailer['page']> {
  const filter = query.search ? sql`where recipient = ${query.search.toLowerCase()}` : sql``;
  const { rows } = await handle.db.execute<Record<string, string> & { at: number; total: number }>(sql`
    select id, recipient, subject, body, state, problem, floor(extract(epoch from created_at) * 1000) as at,
           count(*) over () as total
    from mails ${filter} order by created_at desc, id desc
    limit ${query.pageSize} offset ${(query.pageNo - 1) * query.pageSize}`);
  const list = rows.map((row) => ({
    id: row.id ?? '',
    to: row.recipient ?? '',
    subject: row.subject ?? '',
    text: row.body ?? '',
    state: row.state as MailState, // the column's own check allows no other
    problem: row.problem ?? null,
    createdAt: row.at,
  }));
  return { list, total: rows[0]?.total ?? 0 };
}
