import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { connectDatabase } from './db/database.ts';
import { testDatabase } from './db/testing/test-database.ts';
import { createLog } from './log.ts';

function listen() {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  return { log, lines };
}

it('redacts secrets by field name, and nothing else', () => {
  const { log, lines } = listen();
  log.info({ token: 'hush', account: { password: 'hush', name: 'shop' } }, 'added');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    token: '[cut]',
    account: { password: '[cut]', name: 'shop' },
    msg: 'added',
  });
});

it('logs a failed query and its reason, and none of its parameter values', async () => {
  const { log, lines } = listen();
  const holder = await testDatabase();
  const database = connectDatabase(holder.url, log);
  const secret = 'what she wrote\n    at two lines';
  const failing = database.db.execute(sql`select 1 / (length(${secret}::text) * 0)`);
  const error = await failing.catch((reason: unknown) => reason);
  log.error({ err: new Error('outer', { cause: error }) }, 'request failed');
  await database.close();
  await holder.drop();
  expect(lines.join('')).not.toMatch(/she wrote|two lines/);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'request failed',
    err: {
      type: 'Error',
      message: 'outer',
      stack: expect.stringContaining('log.db.test.ts'),
      cause: {
        message: expect.stringMatching(/^Failed query: select 1 \/ .*\nparams: \[cut\]$/),
        stack: expect.stringMatching(/\n {4}at /),
        cause: { message: 'division by zero', code: '22012' },
      },
    },
  });
});

it('logs thrown values that are no errors', () => {
  const { log, lines } = listen();
  log.error({ err: 'a text' }, 'odd');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: 'a text', msg: 'odd' });
});

it('leaves out the connection that a lost connection’s error carries', () => {
  const { log, lines } = listen();
  const client = { connectionParameters: { host: 'db.example', password: 'hush' } };
  log.warn({ err: Object.assign(new Error('terminated'), { code: '57P01', client }) }, 'lost');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { message: 'terminated', code: '57P01' } });
  expect(lines.join('')).not.toMatch(/hush|db\.example/);
});
