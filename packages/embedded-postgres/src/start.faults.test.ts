import { execFileSync, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pickFreePort } from './claim.ts';
import { DataDirInUse } from './errors.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './start.ts';
import {
  databasePid,
  holderFile,
  isRunning,
  query,
  startHolder,
  stopLeftover,
  urlOf,
} from './testing/harness.ts';

const log = pino({ level: 'silent' });
let dataDir = '';
const running: EmbeddedDatabase[] = [];

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-embedded-'));
  // mkdtemp creates a private folder, which a user other than root must be able to enter.
  await chmod(dataDir, 0o755);
});

afterEach(async () => {
  for (const database of running.splice(0)) await database.stop();
  await stopLeftover(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

/** Gives each test of a group the data of a first start: creating it takes longer than most of them. */
function withData(): void {
  let made = '';
  beforeAll(async () => {
    made = await mkdtemp(join(tmpdir(), 'parley-embedded-'));
    await (await startEmbeddedDatabase({ dataDir: made, log, durable: false })).stop();
  });
  // Copied with all attributes: its files belong to the database's user, and others can't read them.
  beforeEach(() => void execFileSync('cp', ['-a', `${made}/.`, dataDir]));
  afterAll(() => rm(made, { recursive: true, force: true }));
}

async function start(options: Partial<Parameters<typeof startEmbeddedDatabase>[0]> = {}) {
  const database = await startEmbeddedDatabase({ dataDir, log, durable: false, ...options });
  running.push(database);
  return database;
}

/** Starts two servers at the same moment on the test's data directory. */
async function oneWins(): Promise<void> {
  const both = await Promise.all([startHolder(dataDir), startHolder(dataDir)]);
  const winners = both.filter((holder) => 'url' in holder.answer);
  expect(winners).toHaveLength(1);
  const [winner] = winners;
  if (winner === undefined) throw new Error('neither server started');
  expect(await query(urlOf(winner), 'select 1 as one')).toEqual([{ one: 1 }]);
  await winner.end('SIGTERM');
  expect(await databasePid(dataDir)).toBeNull();
}

describe('a first start', () => {
  it('creates a UTF-8 database with checksums, its password in a private file, and listens on loopback alone', async () => {
    const { url, adminUrl } = await start();
    const [row] = await query(
      url,
      `select current_user as "user", current_database() as database, pg_encoding_to_char(encoding) as encoding,
              datlocprovider as provider, datlocale as locale, current_setting('data_checksums') as checksums,
              current_setting('listen_addresses') as listen, current_setting('fsync') as fsync,
              current_setting('synchronous_commit') as commit, current_setting('is_superuser') as super
       from pg_database where datname = current_database()`,
    );
    expect(row).toEqual({
      user: 'parley',
      database: 'parley',
      encoding: 'UTF8',
      provider: 'b',
      locale: 'C.UTF-8',
      checksums: 'on',
      listen: '127.0.0.1',
      fsync: 'on',
      commit: 'on',
      super: 'off',
    });
    expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
    await expect(query(adminUrl.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toThrow('password');
  });

  it.runIf(process.platform === 'linux')('has connections that interrupt no running process', async () => {
    const { url } = await start();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const stat = await readFile(`/proc/${rows[0]?.pid}/stat`, 'utf8');
      // proc(5): pid (name) state …; the 41st is the policy, and 3 is SCHED_BATCH.
      expect(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38]).toBe('3');
    } finally {
      await client.end();
    }
  });

  it('leaves nothing unfinished behind, and removes what a killed first start left', async () => {
    await mkdir(join(dataDir, 'postgres.unfinished-0badcafe0000', 'cluster', 'base'), { recursive: true });
    await start();
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.password']);
  });

  it('succeeds after a first start that was killed midway', async () => {
    const holder = spawn(process.execPath, [holderFile, dataDir], {
      stdio: 'ignore',
    });
    await expect.poll(() => readdir(dataDir)).toContainEqual(expect.stringContaining('unfinished'));
    holder.kill('SIGKILL');
    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('picks another port when the first one is taken at the last moment', async () => {
    const rival = createServer();
    const taken = await pickFreePort();
    await new Promise<void>((resolve) => rival.listen(taken, '127.0.0.1', resolve));
    const ports = [taken, taken];
    const { url } = await start({ pickPort: async () => ports.pop() ?? (await pickFreePort()) });
    rival.close();
    expect(new URL(url).port).not.toBe(String(taken));
  });

  it('shows the last lines of the log when a start fails', async () => {
    await expect(start({ settings: { shared_buffers: 'a lot' } })).rejects.toThrow(
      /does not start: .*invalid value for parameter "shared_buffers"/,
    );
  });
});

describe('a second start', () => {
  withData();

  it('keeps the data', async () => {
    const first = await start();
    await query(first.url, `create table kept as select 'here' as word`);
    await first.stop();
    const { url } = await start();
    expect(await query(url, 'select word from kept')).toEqual([{ word: 'here' }]);
  });

  it('takes over the very process that a killed server left, including its process group', async () => {
    const holder = await startHolder(dataDir, { ownGroup: true });
    await query(urlOf(holder), `create table kept as select 'here' as word`);
    const pid = await databasePid(dataDir);
    process.kill(-(holder.child.pid ?? 0), 'SIGKILL');
    await holder.end('SIGKILL');
    expect(await databasePid(dataDir)).toBe(pid);
    const { url } = await start();
    expect(await databasePid(dataDir)).toBe(pid);
    expect(url).toBe(urlOf(holder));
    expect(await query(url, 'select word from kept')).toEqual([{ word: 'here' }]);
  });

  it('recovers when server and database were both killed', async () => {
    const holder = await startHolder(dataDir);
    await query(urlOf(holder), `create table kept as select 'here' as word`);
    const pid = await databasePid(dataDir);
    await holder.end('SIGKILL');
    if (pid !== null) process.kill(pid, 'SIGKILL');
    const { url } = await start();
    expect(await query(url, 'select word from kept')).toEqual([{ word: 'here' }]);
  });

  it('waits until the last process of a killed database has released its files', async () => {
    const holder = await startHolder(dataDir);
    const client = new pg.Client({ connectionString: urlOf(holder) });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const backend = rows[0]?.pid ?? 0;
    // While busy, it doesn't check whether its main process still exists.
    const spin = `do $$ declare until timestamptz := clock_timestamp() + interval '4 s';
      begin while clock_timestamp() < until loop end loop; end $$`;
    const spinning = client.query(spin).catch(() => undefined);
    const pid = await databasePid(dataDir);
    await holder.end('SIGKILL');
    if (pid !== null) process.kill(pid, 'SIGKILL');
    expect(await isRunning(backend)).toBe(true);
    const { url } = await start();
    expect(await isRunning(backend)).toBe(false);
    await spinning;
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('ignores a postmaster.pid whose process id now belongs to an unrelated process', async () => {
    const stranger = spawn('/bin/sleep', ['60'], { stdio: 'ignore' });
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    await writeFile(
      file,
      `${stranger.pid}\n${join(dataDir, 'postgres')}\n1700000000\n20000\n\n127.0.0.1\n\nready\n`,
    );
    const { url } = await start();
    stranger.kill();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('refuses data of another PostgreSQL version with a sentence', async () => {
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '16\n');
    await expect(start()).rejects.toThrow(
      'was written by PostgreSQL 16, and this server comes with PostgreSQL 18',
    );
  });

  it('refuses a lost password and a folder of something else', async () => {
    await rm(join(dataDir, 'postgres.password'));
    await expect(start()).rejects.toThrow('postgres.password is missing');
    await rm(join(dataDir, 'postgres'), { recursive: true });
    await mkdir(join(dataDir, 'postgres'));
    await writeFile(join(dataDir, 'postgres', 'notes.txt'), 'mine');
    await expect(start()).rejects.toThrow('is not empty and holds no PostgreSQL data');
    expect(await readFile(join(dataDir, 'postgres', 'notes.txt'), 'utf8')).toBe('mine');
  });
});

it('lets exactly one of two servers win when both create the data at the same moment', () => oneWins());

describe('two servers on one data directory', () => {
  withData();

  it('refuses the second while the first lives, and leaves the database alone', async () => {
    const holder = await startHolder(dataDir);
    const refusal = start({ lockWaitMs: 300 });
    await expect(refusal).rejects.toThrow(DataDirInUse);
    await expect(refusal).rejects.toThrow(
      `DATA_DIR ${dataDir} is in use by another running server (process ${holder.child.pid})`,
    );
    expect(await query(urlOf(holder), 'select 1 as one')).toEqual([{ one: 1 }]);
    await holder.end('SIGTERM');
    expect(await databasePid(dataDir)).toBeNull();
  });

  it('lets exactly one win when both start at the same moment', () => oneWins());

  it('waits for one that is stopping, then starts', async () => {
    const first = await start();
    const stopped = first.stop();
    const second = await start();
    await stopped;
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('while the server lives', () => {
  withData();

  const owner = `select pid from pg_locks where locktype = 'advisory' and granted`;

  /** Until then another server may still win, which these tests don't cover. */
  async function lockIsHeld(adminUrl: string): Promise<void> {
    await expect.poll(() => query(adminUrl, owner)).not.toEqual([]);
  }

  /** Waits until a connection other than `before` has the lock. */
  async function lockMoves(adminUrl: string, before: unknown): Promise<void> {
    await expect.poll(async () => (await query(adminUrl, owner))[0]?.pid ?? before).not.toBe(before);
  }

  it('restarts a killed database on the same address with all that was committed', async () => {
    const { url, adminUrl } = await start();
    await query(url, `create table kept as select 'here' as word`);
    const pid = await databasePid(dataDir);
    if (pid !== null) process.kill(pid, 'SIGKILL');
    await expect.poll(() => query(url, 'select word from kept')).toEqual([{ word: 'here' }]);
    expect(await databasePid(dataDir)).not.toBe(pid);
    await lockIsHeld(adminUrl);
    await expect(start({ lockWaitMs: 300 })).rejects.toThrow(DataDirInUse);
  });

  it('outlives one killed connection process, for which PostgreSQL restarts all others', async () => {
    const { url, adminUrl } = await start();
    const [before] = await query(adminUrl, owner);
    const pid = await databasePid(dataDir);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    await lockMoves(adminUrl, before?.pid);
    expect(await databasePid(dataDir)).toBe(pid);
    await expect(start({ lockWaitMs: 300 })).rejects.toThrow(DataDirInUse);
  });

  it('acquires the lock again when only its connection was cut', async () => {
    const { adminUrl } = await start();
    const pid = await databasePid(dataDir);
    const [before] = await query(adminUrl, owner);
    await query(adminUrl, `select pg_terminate_backend(${String(before?.pid)})`);
    await lockMoves(adminUrl, before?.pid);
    expect(await databasePid(dataDir)).toBe(pid);
  });

  it('reports that another server has taken over the data directory, and leaves it alone', async () => {
    const told = Promise.withResolvers<DataDirInUse>();
    const { adminUrl, stop } = await start({ lockWaitMs: 100, onTakenOver: told.resolve });
    const usurper = startHolder(dataDir, { lockWaitMs: 60_000 });
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`;
    await expect.poll(() => query(adminUrl, waiting)).not.toEqual([]);
    await query(
      adminUrl,
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted`,
    );
    const holder = await usurper;
    expect((await told.promise).message).toContain(`process ${holder.child.pid}`);
    await stop();
    expect(await query(urlOf(holder), 'select 1 as one')).toEqual([{ one: 1 }]);
    await holder.end('SIGTERM');
  });

  it('stops once, however often stop is called, even while the database is dead', async () => {
    const database = await start();
    await Promise.all([database.stop(), database.stop()]);
    await database.stop();
    expect(await databasePid(dataDir)).toBeNull();
    const second = await start();
    const pid = await databasePid(dataDir);
    if (pid !== null) process.kill(pid, 'SIGKILL');
    await second.stop();
    expect(await databasePid(dataDir)).toBeNull();
  });
});
