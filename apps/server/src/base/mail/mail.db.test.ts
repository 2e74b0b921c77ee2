import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { connectDatabase, type Database, transaction } from '../db/database.ts';
import { type TestDatabase, testDatabase } from '../db/testing/test-database.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { countJobs, createQueue, type Queue } from '../queue/queue.ts';
import { createMailer, type Mailer } from './mail.ts';

const log = createLog('silent');
const from = 'Parley <parley@example.com>';
const mail = { to: 'person@example.com', subject: '您的验证码', text: 'Your code is 123456.' };

let holder: TestDatabase;
let database: Database;
let queue: Queue;
const ends: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  holder = await testDatabase();
  database = connectDatabase(holder.url, log);
  queue = createQueue({
    database,
    heartbeatDatabase: database,
    log,
    metrics: createMetrics(),
    concurrency: 2,
    soleProcess: true,
  });
});
afterEach(async () => {
  await queue.stop();
  for (const end of ends.splice(0)) await end();
  await database.close();
  await holder.drop();
});

type Received = { from: string; to: string[]; text: string };

/** Starts a real mail server; `refuse` is the response to every mail. */
async function startSmtp(options: { port?: number; refuse?: () => Error | null } = {}) {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const refusal = options.refuse?.() ?? null;
        const { mailFrom, rcptTo } = session.envelope;
        const text = Buffer.concat(pieces).toString();
        if (!refusal && mailFrom)
          received.push({ from: mailFrom.address, to: rcptTo.map(({ address }) => address), text });
        done(refusal);
      });
    },
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server.server, 'listening');
  ends.push(() => new Promise<void>((done) => server.close(() => done())));
  return { url: `smtp://127.0.0.1:${portOf(server.server.address())}`, received };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('a TCP server has a port');
  return address.port;
}

/** Returns a port without a listener. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server.address());
  server.close();
  await once(server, 'close');
  return port;
}

async function start(smtpUrl: string | null): Promise<Mailer> {
  const mailer = createMailer({ smtpUrl, from, database, queue, clock: systemClock });
  await queue.start();
  return mailer;
}

const write = (mailer: Mailer) => transaction(database, (tx) => mailer.write(tx, mail));
const newest = async (mailer: Mailer) => (await mailer.page(database, { pageNo: 1, pageSize: 1 })).list[0];
/** Makes jobs that wait for a retry due now, with `attempts` of their twelve used, and notifies the queue. */
const hurry = (attempts?: number) =>
  database.db.execute(sql`
    with due as (
      update graphile_worker._private_jobs
      set run_at = now(), attempts = greatest(attempts, ${attempts ?? 0}) where locked_by is null)
    select pg_notify('jobs:insert', '{"count": 1}')`);

describe('a mail server', () => {
  it('a mail is sent once, whole, from the configured sender', async () => {
    const { url, received } = await startSmtp();
    const mailer = await start(url);
    await write(mailer);
    await vi.waitFor(async () =>
      expect(await newest(mailer)).toMatchObject({ state: 'sent', problem: null }),
    );
    expect(received).toMatchObject([{ from: 'parley@example.com', to: ['person@example.com'] }]);
    const text = received[0]?.text ?? '';
    expect(text).toContain('Your code is 123456.');
    expect(text).toContain(`Message-ID: <${(await newest(mailer))?.id}@parley>`);
    expect(text).toMatch(/Subject: =\?UTF-8\?/);
  });

  it('a mail whose transaction is rolled back is never sent', async () => {
    const { url, received } = await startSmtp();
    const mailer = await start(url);
    const failing = transaction(database, async (tx) => {
      await mailer.write(tx, mail);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await write(mailer);
    await vi.waitFor(() => expect(received).toHaveLength(1));
    expect(await mailer.page(database, { pageNo: 1, pageSize: 5 })).toMatchObject({ total: 1 });
  });

  it('keeps a mail with the reason while the mail server is away, and sends it when it is back', async () => {
    const port = await closedPort();
    const mailer = await start(`smtp://127.0.0.1:${port}`);
    await write(mailer);
    await vi.waitFor(async () =>
      expect(await newest(mailer)).toMatchObject({
        state: 'queued',
        problem: 'mail-unreachable',
      }),
    );
    const { received } = await startSmtp({ port });
    await vi.waitFor(async () => {
      await hurry();
      expect(await newest(mailer)).toMatchObject({ state: 'sent', problem: null });
    });
    expect(received).toHaveLength(1);
  });

  it('marks a mail as failed after the last refusal of the mail server, with the reason', async () => {
    const { url } = await startSmtp({
      refuse: () => Object.assign(new Error('Mailbox is full'), { responseCode: 552 }),
    });
    const mailer = await start(url);
    await write(mailer);
    await vi.waitFor(async () => expect((await newest(mailer))?.problem).toContain('Mailbox is full'));
    await vi.waitFor(async () => {
      await hurry(11);
      expect(await newest(mailer)).toMatchObject({
        state: 'failed',
        problem: expect.stringContaining('552'),
      });
    });
  });
});

describe('without a mail server', () => {
  it('mails are kept for the operator, newest first, and found by their address', async () => {
    const mailer = await start(null);
    for (const name of ['one', 'two', 'three'])
      await transaction(database, (tx) => mailer.write(tx, { ...mail, to: `${name}@example.com` }));
    expect(await countJobs(database)).toBe(0);
    const page = await mailer.page(database, { pageNo: 1, pageSize: 2 });
    expect(page).toMatchObject({
      total: 3,
      list: [{ to: 'three@example.com', state: 'kept' }, { to: 'two@example.com' }],
    });
    expect(Math.abs((page.list[0]?.createdAt ?? 0) - Date.now())).toBeLessThan(60_000);
    expect(await mailer.page(database, { pageNo: 9, pageSize: 2 })).toEqual({ total: 3, list: [] });
    const found = await mailer.page(database, { pageNo: 1, pageSize: 9, search: ' TWO@example.com' });
    expect(found).toMatchObject({ total: 1, list: [{ to: 'two@example.com' }] });
  });

  it('finds mails by a part of the address or the subject, and takes wildcards literally', async () => {
    const mailer = await start(null);
    for (const [to, subject] of [
      ['ana@example.com', '您的验证码'],
      ['bo_b@example.org', 'Your code'],
    ] as const)
      await transaction(database, (tx) => mailer.write(tx, { ...mail, to, subject }));
    const found = async (search: string) =>
      (await mailer.page(database, { pageNo: 1, pageSize: 9, search })).list.map(({ to }) => to);
    expect(await found('example')).toEqual(['bo_b@example.org', 'ana@example.com']);
    expect(await found('EXAMPLE.org')).toEqual(['bo_b@example.org']);
    expect(await found('验证')).toEqual(['ana@example.com']);
    expect(await found('o_b')).toEqual(['bo_b@example.org']);
    for (const nothing of ['%', 'a_a', 'ana@example.com.', '\\']) expect(await found(nothing)).toEqual([]);
  });
});
