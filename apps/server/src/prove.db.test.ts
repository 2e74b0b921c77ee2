import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedDatabase } from '@parley/embedded-postgres';
import { databasePid, stopLeftover } from '@parley/embedded-postgres/testing';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, transaction } from './base/db/database.ts';
import { migrate } from './base/db/migrate.ts';
import { testDatabase } from './base/db/testing/test-database.ts';
import { newId, trustWorkspaceId } from './base/ids.ts';
import { openLedger } from './modules/characters/testing/ledger.ts';
import { resolveFans } from './modules/fans/fakes.ts';
import { printProof, printReplay } from './proof-report.ts';
import { inheritedVariables } from './testing/inherited-variables.ts';

const log = pino({ level: 'silent' });
const program = fileURLToPath(new URL('prove.ts', import.meta.url));

/** Runs the command in a separate process. */
function run(env: NodeJS.ProcessEnv): Promise<{ code: number; out: string; said: string }> {
  return new Promise((ended) => {
    execFile(process.execPath, [program], { env: { ...inheritedVariables(), ...env } }, (error, out, said) =>
      ended({ code: typeof error?.code === 'number' ? error.code : 0, out, said }),
    );
  });
}

/** Runs the same check in this process, which is faster. */
async function check(variables: NodeJS.ProcessEnv): Promise<{ good: boolean; out: string }> {
  let out = '';
  const good = await printProof(variables, (...lines) => {
    out += `${lines.join('\n')}\n`;
  });
  return { good, out };
}

it('prints each workspace and exits with 0; prints the differences when a balance was tampered with', async () => {
  const test = await testDatabase();
  const database = connectDatabase(test.url, log, 4);
  try {
    const { workspaceId, agent, grant, allocate, spend } = await openLedger(database);
    await grant(12_000);
    await allocate(400);
    await spend(agent, 10);
    const { good, out } = await check({ DATABASE_URL: test.url });
    expect(out.replaceAll(/ +/g, ' ')).toBe(
      [
        'workspace accounts entries granted spent left faults',
        `${workspaceId} 2 3 12,000 10 11,990 0`,
        '',
        '2 accounts of 1 workspaces checked: every figure equals its ledger.\n',
      ].join('\n'),
    );
    expect(good).toBe(true);
    expect(await run({ DATABASE_URL: test.url })).toEqual({ code: 0, out, said: '' });
    await database.db.execute(
      sql`update character_accounts set available = available + 5 where account_id = ${agent}`,
    );
    const bad = await check({ DATABASE_URL: test.url });
    expect(bad.good).toBe(false);
    expect(bad.out.replaceAll(/ +/g, ' ')).toContain(`${workspaceId} ${agent} balance 395 390\n`);
    expect(bad.out).toContain('1 figures differ from their ledger.');
  } finally {
    await database.close();
    await test.drop();
  }
});

it('replays a day from the log, and names the counter that was tampered with', async () => {
  const test = await testDatabase();
  const database = connectDatabase(test.url, log, 2);
  try {
    const workspaceId = trustWorkspaceId(newId());
    const [subAccountId, socialAccountId] = [newId(), newId()];
    await database.db.execute(sql`insert into workspaces (id, time_zone) values (${workspaceId}, 'UTC')`);
    await database.db.execute(sql`
      insert into sub_accounts (workspace_id, id, account_name, password_hash, remark)
      values (${workspaceId}, ${subAccountId}, 'ana', '', '')`);
    const encounters = [3, 4, 4].map((day, n) => ({
      workspaceId,
      platform: 'telegram' as const,
      socialAccountId,
      subAccountId,
      platformUserId: `u${n}`,
      displayName: null,
      platformMessageId: `${n}`,
      history: false,
      at: Date.UTC(2026, 4, day, 12),
    }));
    await transaction(database, (tx) => resolveFans(tx, encounters));
    const replay = async () => {
      let out = '';
      const good = await printReplay(
        { DATABASE_URL: test.url },
        { workspaceId, day: '2026-05-04' },
        (...lines) => {
          out += `${lines.join('\n')}\n`;
        },
      );
      return { good, out: out.replaceAll(/ +/g, ' ') };
    };
    const before = await replay();
    expect(before.good).toBe(true);
    expect(before.out).toContain(`account days ${socialAccountId} 0 2 0 0 2 0\n`);
    expect(before.out).toContain('2 counters of 2026-05-04 replayed from the log: all are identical.');
    await database.db.execute(sql`
      update fan_growth_days set new_fans = new_fans + 1 where workspace_id = ${workspaceId} and day = '2026-05-04'`);
    const after = await replay();
    expect(after.good).toBe(false);
    expect(after.out).toContain(`growth days ${subAccountId} telegram 0 2 0 0 3 0 DIFFERS\n`);
    const asked = { DATABASE_URL: test.url };
    const unknown = { workspaceId: newId(), day: '2026-05-04' };
    await expect(printReplay(asked, unknown, () => undefined)).rejects.toThrow('There is no workspace');
    await expect(async () => printReplay(asked, { ...unknown, day: 'May' }, () => undefined)).rejects.toThrow(
      'No day',
    );
  } finally {
    await database.close();
    await test.drop();
  }
});

describe('on a DATA_DIR', () => {
  let dataDir = '';
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'parley-check-'));
    // mkdtemp creates a private folder, which a user other than root must be able to enter.
    await chmod(dataDir, 0o755);
  });
  afterEach(async () => {
    await stopLeftover(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });

  it('checks alongside a running server, and starts and stops the database of a stopped one', async () => {
    const embedded = await startEmbeddedDatabase({ dataDir, log, durable: false });
    await expect(check({ DATA_DIR: dataDir })).rejects.toThrow('Start the server once');
    await migrate(embedded.url, log);
    const pid = await databasePid(dataDir);
    expect(await check({ DATA_DIR: dataDir })).toMatchObject({ good: true });
    expect(await databasePid(dataDir)).toBe(pid);
    await embedded.stop();
    expect(await check({ DATA_DIR: dataDir })).toMatchObject({ good: true });
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
  });

  it('exits with 1 and creates nothing if there is no database', async () => {
    const answer = await run({ DATA_DIR: dataDir });
    expect(answer).toMatchObject({ code: 1, said: expect.stringContaining('There is no database in') });
    expect(await readdir(dataDir)).toEqual([]);
  });
});
