/**
 * Runs Kutt (MIT, https://github.com/thedevs-network/kutt), a link shortener that records visits, from a folder with its
 * dependencies, on a new SQLite database. Its links belong to a user, since it records visits only for those.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { freePort } from '@parley/testing';
import { monotonic } from '../kit/monotonic.ts';
import { pause } from '../kit/pause.ts';
import { serveMethods } from '../kit/remote.ts';
import { codeOf } from './rows.ts';

/** `node`: the Node.js for which its dependencies were built. */
export type KuttOptions = { source: string; node: string; folder: string; links: number };
const { source, node, folder, links } = JSON.parse(process.argv[2] ?? '') as KuttOptions; // written by the benchmark
const startLimitMs = 30_000;

function fill(database: DatabaseSync): void {
  database.exec(`insert into users (id, email, password, verified) values (1, 'bench@example.com', '-', 1)`);
  database.exec('begin');
  const insert = database.prepare(
    `insert into links (address, target, user_id) values (?, 'https://t.me/shop_0', 1)`,
  );
  for (let link = 0; link < links; link += 1) insert.run(codeOf(link));
  database.exec('commit');
}

async function listening(port: number): Promise<void> {
  const until = monotonic() + startLimitMs;
  while (monotonic() < until) {
    const answer = await fetch(`http://127.0.0.1:${port}/${codeOf(0)}`, { redirect: 'manual' }).catch(
      () => null,
    );
    if (answer?.status === 302) return;
    await pause(100);
  }
  throw new Error('Kutt does not answer');
}

// With port 0 it doesn't report the port on which it listens.
const port = await freePort();
const file = path.join(folder, 'kutt.sqlite');
const run = {
  cwd: source,
  env: {
    ...process.env,
    NODE_ENV: 'production',
    PORT: String(port),
    DEFAULT_DOMAIN: '127.0.0.1',
    JWT_SECRET: 'of a benchmark',
    DB_CLIENT: 'better-sqlite3',
    DB_FILENAME: file,
    REDIS_ENABLED: 'false',
  },
};
execFileSync(node, ['node_modules/knex/bin/cli.js', 'migrate:latest'], { ...run, stdio: 'ignore' });
// Kutt writes while its visits are read.
const database = new DatabaseSync(file, { timeout: 30_000 });
fill(database);
const server: ChildProcess = spawn(node, ['server/server.js'], {
  ...run,
  stdio: ['ignore', 'ignore', 'inherit'],
});
await listening(port);

const methods = {
  ready: (_: null) => true,
  port: (_: null) => port,
  /** Returns the number of recorded visits. */
  visits: (_: null): number =>
    Number(database.prepare('select coalesce(sum(total), 0) as total from visits').get()?.total),
};
export type KuttMethods = typeof methods;

serveMethods(methods, async () => {
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
  database.close();
});
