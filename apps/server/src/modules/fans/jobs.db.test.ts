import { until } from '@parley/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChatHarness, startChatHarness } from '../../testing/chat-harness.ts';

let harness: ChatHarness;
const said: { level: number; msg: string; wrong?: unknown[] }[] = [];
beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line: string) => void said.push(JSON.parse(line)) });
  harness = await startChatHarness({ log });
});
afterAll(() => harness.close());

it('a job verifies the counters against the verdicts, and reports faults to the operator', async () => {
  const { pool } = harness.app.database;
  const prove = async () => {
    const { rows } = await pool.query<{ id: string }>("select id from graphile_worker.add_job('fans.prove')");
    await until('the job to be done', async () => {
      const left = await pool.query('select 1 from graphile_worker.jobs where id = $1', [rows[0]?.id]);
      return left.rowCount === 0;
    });
  };
  await harness.meet('Hola');
  await prove();
  expect(said).toEqual([]);
  await pool.query('update fan_account_days set new_fans = new_fans + 1');
  await prove();
  expect(said).toMatchObject([
    {
      msg: 'fan counters differ from their verdicts',
      wrong: [{ counter: 'account days', key: expect.stringContaining(harness.site) }],
    },
  ]);
});
