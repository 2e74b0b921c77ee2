import type { Transporter } from 'nodemailer';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { Database, Handle, Tx } from '../db/database.ts';
import { newId } from '../ids.ts';
import { addJob, defineJob, type Queue } from '../queue/queue.ts';
import { mailProblem } from './mail-problem.ts';
import * as store from './store.ts';

export type { Mail } from './store.ts';

const sendMail = defineJob({
  name: 'base.send-mail',
  payload: z.object({ mailId: z.uuid() }),
  maxAttempts: 12,
});

export type Mailer = {
  /** Stores the mail in the running transaction; it is sent (or kept) once that is durable. Returns its id. */
  write(tx: Tx, mail: store.Mail): Promise<string>;
  /** Redacts the secret of a stored mail, by the id that `write` returned. */
  redact(tx: Tx, mailId: string): Promise<void>;
  /** Returns the stored mails, newest first. */
  page(handle: Handle, query: store.MailQuery): Promise<{ list: store.StoredMail[]; total: number }>;
};

export type MailerOptions = {
  /** `smtp://user:password@host:port`; null: mails are kept for the operator to read. */
  smtpUrl: string | null;
  from: string;
  database: Database;
  queue: Queue;
  clock: Clock;
};

const redactExpired = defineJob({ name: 'base.redact-mails', payload: z.object({}), maxAttempts: 3 });

export function createMailer({ smtpUrl, from, database, queue, clock }: MailerOptions): Mailer {
  queue.handle(redactExpired, () => store.redactMails(database, new Date(clock.now())), '*/10 * * * *');
  if (smtpUrl) {
    const server = withLimits(smtpUrl);
    let transport: Promise<Transporter> | null = null;
    queue.handle(sendMail, async ({ mailId }, attempt) => {
      const mail = await store.findMail(database, mailId);
      if (!mail || mail.state === 'sent') return;
      const { to, subject, text } = mail;
      try {
        // A fixed Message-ID: a repeated job sends the same mail, which the receiving server can recognize.
        transport ??= openTransport(server, from);
        await (await transport).sendMail({ to, subject, text, messageId: `<${mailId}@parley>` });
      } catch (error) {
        await store.setMailState(database, mailId, attempt.last ? 'failed' : 'queued', mailProblem(error));
        // Drops the error's code: the queue would mistake a mail server's ETIMEDOUT for the database's and retry for
        // ever.
        throw new Error(`the mail server refused: ${String(error)}`);
      }
      await store.setMailState(database, mailId, 'sent', null);
    });
  }
  return {
    async write(tx, mail) {
      const id = newId();
      await store.insertMail(tx, { ...mail, id, state: smtpUrl ? 'queued' : 'kept' });
      if (smtpUrl) await addJob(tx, sendMail, { mailId: id });
      return id;
    },
    redact: store.redactMail,
    page: (handle, query) => store.readMails(handle, query, new Date(clock.now())),
  };
}

async function openTransport(server: string, from: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(server, { from });
}

/** In milliseconds: a mail server that hangs must not block a worker for the library's ten minutes. */
const limits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

function withLimits(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const [name, ms] of Object.entries(limits)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms));
  }
  return url.href;
}
