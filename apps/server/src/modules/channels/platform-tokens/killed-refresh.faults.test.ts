/** Kills processes in the middle of a refresh of tokens, before each step and after the last. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type RichAuthorization, startRichAuthorization } from '@parley/connectors/testing';
import { until } from '@parley/testing';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { connectDatabase, type Database } from '../../../base/db/database.ts';
import { type TestDatabase, testDatabase } from '../../../base/db/testing/test-database.ts';
import { addGrantedAccount, keeperOn } from '../testing/token-world.ts';
import { readTokens } from './store.ts';
import type { TokenAccount } from './token-deps.ts';

const program = fileURLToPath(new URL('../testing/token-process.ts', import.meta.url));

let test: TestDatabase;
let database: Database;
let platform: RichAuthorization;
let account: TokenAccount;
let running: ChildProcess[];
beforeAll(async () => {
  test = await testDatabase();
  database = connectDatabase(test.url, pino({ level: 'silent' }), 4);
});
afterAll(async () => {
  await database.close();
  await test.drop();
});
beforeEach(async () => {
  running = [];
  platform = await startRichAuthorization();
  account = await addGrantedAccount(database, platform);
});
afterEach(async () => {
  await Promise.all(running.map(kill));
  await platform.close();
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function start(callers = 1) {
  const child = spawn(process.execPath, [program, test.url, JSON.stringify(account), String(callers)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.push(child);
  const results = once(createInterface({ input: child.stdout }), 'line').then(([line]) =>
    z.array(z.string()).parse(JSON.parse(String(line))),
  );
  return { child, results };
}

/** Returns what a process that starts later gets: from a new keeper, as that process would. */
async function laterResult(): Promise<string> {
  const result = await keeperOn(database)
    .of(account)
    .use(async (access) => ({ value: access }));
  return result.ok ? result.value : result.reason;
}

/** Expires the lease of a dead process. */
const age = () => database.pool.query(`update platform_tokens set leased_until = now() - interval '1 s'`);

it('refreshes once for 64 callers in each of three processes', async () => {
  const results = await Promise.all([64, 64, 64].map((callers) => start(callers).results));
  expect(new Set(results.flat()).size).toBe(1);
  expect(platform.counts).toMatchObject({ refreshed: 1, reused: 0 });
});

it('loses nothing in a process that is killed before the platform has acted', async () => {
  const act = platform.hold('before');
  const { child } = start();
  await until('the platform to be asked', () => platform.counts.asked === 1);
  await kill(child);
  await until('the platform to notice', () => platform.counts.hungUp > 0);
  act();
  await age();
  expect(await laterResult()).toMatch(/^[\w-]{43}$/);
  expect(platform.counts).toMatchObject({ refreshed: 1, reused: 0 });
});

it('loses the answer in a process that is killed before storing it, and asks the owner', async () => {
  const answer = platform.hold('after');
  const { child } = start();
  await until('the platform to act', () => platform.counts.refreshed === 1);
  await kill(child);
  answer();
  await age();
  for (let time = 0; time < 2; time += 1)
    expect(await laterResult()).toMatch(/^authorization-ended: invalid_grant/);
  expect(platform.counts).toMatchObject({ asked: 2, refreshed: 1, reused: 1 });
});

it('loses nothing in a process that is killed after storing the answer', async () => {
  const { child, results } = start();
  const used = await results;
  await kill(child);
  expect([await laterResult()]).toEqual(used);
  expect(await readTokens(database, account)).toMatchObject({ version: 2, leased: false });
  expect(platform.counts).toMatchObject({ asked: 1, refreshed: 1 });
});
