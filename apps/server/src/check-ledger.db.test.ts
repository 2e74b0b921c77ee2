import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase } from './base/db/database.ts';
import { startEmbeddedDatabase } from './base/db/embedded.ts';
import { migrate } from './base/db/migrate.ts';
import { databasePid, stopLeftover } from './base/db/testing/embedded-rig.ts';
import { testDatabase } from './base/db/testing/test-database.ts';
import { openLedger } from './modules/characters/testing/ledger.ts';

const log = pino({ level: 'silent' });
const program = fileURLToPath(new URL('check-ledger.ts', import.meta.url));

type Ended = { code: number; out: string; said: string };
function run(env: NodeJS.ProcessEnv): Promise<Ended> {
  return new Promise((ended) => {
    execFile(process.execPath, [program], { env: { PATH: process.env.PATH, ...env } }, (error, out, said) =>
      ended({ code: typeof error?.code === 'number' ? error.code : 0, out, said }),
    );
  });
}

it('prints each workspace and ends with 0; with what differs, and 1, when a balance was tampered with', async () => {
  const test = await testDatabase();
  const database = connectDatabase(test.url, log, 4);
  try {
    const { workspaceId, agent, grant, allocate, spend } = await openLedger(database);
    await grant(12_000);
    await allocate(400);
    await spend(agent, 10);
    const good = await run({ DATABASE_URL: test.url });
    expect(good.said).toBe('');
    expect(good.out.replaceAll(/ +/g, ' ')).toBe(
      [
        'workspace accounts entries granted spent left faults',
        `${workspaceId} 2 3 12,000 10 11,990 0`,
        '',
        '2 accounts of 1 workspaces checked: every figure equals its ledger.\n',
      ].join('\n'),
    );
    expect(good.code).toBe(0);
    await database.db.execute(
      sql`update character_accounts set available = available + 5 where account_id = ${agent}`,
    );
    const bad = await run({ DATABASE_URL: test.url });
    expect(bad.code).toBe(1);
    expect(bad.out.replaceAll(/ +/g, ' ')).toContain(`${workspaceId} ${agent} balance 395 390\n`);
    expect(bad.out).toContain('1 figures differ from their ledger.');
  } finally {
    await database.close();
    await test.drop();
  }
});

describe('on a DATA_DIR', () => {
  let dataDir = '';
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'parley-check-'));
    // mkdtemp makes it private; another user than root gets through from here on.
    await chmod(dataDir, 0o755);
  });
  afterEach(async () => {
    await stopLeftover(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });

  it('looks beside a server that runs, and starts and stops the database of one that does not', async () => {
    const embedded = await startEmbeddedDatabase({ dataDir, log, durable: false });
    const unmigrated = await run({ DATA_DIR: dataDir });
    expect(unmigrated).toMatchObject({ code: 1, said: expect.stringContaining('Start the server once') });
    await migrate(embedded.url, log);
    const pid = await databasePid(dataDir);
    expect(await run({ DATA_DIR: dataDir })).toMatchObject({ code: 0, said: '' });
    expect(await databasePid(dataDir)).toBe(pid);
    await embedded.stop();
    expect(await run({ DATA_DIR: dataDir })).toMatchObject({ code: 0, said: '' });
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
  });

  it('makes nothing where there is nothing', async () => {
    const answer = await run({ DATA_DIR: dataDir });
    expect(answer).toMatchObject({ code: 1, said: expect.stringContaining('There is no database in') });
    expect(await readdir(dataDir)).toEqual([]);
  });
});
