/** A test's separate PostgreSQL at a fixed address, which can stop, freeze, and restart. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '@parley/embedded-postgres';
import { pino } from 'pino';
import { migrate } from '../../base/db/migrate.ts';
import { databaseProcesses } from './database-processes.ts';

const log = pino({ level: 'silent' });

export type MovableDatabase = {
  /** URL of the migrated database. */
  url: string;
  /** Shuts it down: connections are cut, new ones refused. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  /** Freezes all of its processes: connections stay open, without any answers. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  close(): Promise<void>;
};

export async function startMovableDatabase(): Promise<MovableDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-movable-'));
  // mkdtemp creates a private folder, and the database may run as another user.
  await chmod(dataDir, 0o711);
  const start = () => startEmbeddedDatabase({ dataDir, log });
  let embedded: EmbeddedDatabase | null = await start();
  const forwarder = await startForwarder(() =>
    embedded === null ? null : Number(new URL(embedded.url).port),
  );
  const url = new URL(embedded.url);
  url.port = String(forwarder.port);
  await migrate(url.href, log);
  const signal = async (name: NodeJS.Signals) => {
    const found = await databaseProcesses(dataDir);
    if (found.length === 0) throw new Error('the database is not running');
    for (const pid of found) process.kill(pid, name);
  };
  const goAway = async () => {
    const old = embedded;
    embedded = null;
    await old?.stop();
  };
  return {
    url: url.href,
    goAway,
    async comeBack() {
      embedded ??= await start();
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async close() {
      await forwarder.close();
      await goAway();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Forwards bytes to the database's current port. */
async function startForwarder(destination: () => number | null) {
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const port = destination();
    if (port === null) return void near.destroy();
    const far = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on('error', () => undefined);
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // A listening TCP server has an address object; strings are for pipes.
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
