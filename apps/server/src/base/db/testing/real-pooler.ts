/** Starts a real connection pooler, PgBouncer, in front of a database on loopback. Source: pgbouncer(1) and pgbouncer(5). */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@parley/testing';
import { launchProgram, stopProgram } from '../../testing/real-program.ts';

export type RealPooler = { url: string; close(): Promise<void> };

export async function startRealPooler(
  databaseUrl: string,
  mode: 'transaction' | 'session',
): Promise<RealPooler> {
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-pooler-'));
  const settings = `[databases]
* = host=${hostname} port=${databasePort} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
ignore_startup_parameters = extra_float_digits,statement_timeout,idle_in_transaction_session_timeout
`;
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(file, settings, { mode: 0o644 });
  // It refuses to run as root, and reads its settings before it switches users.
  const user = process.getuid?.() === 0 ? ['--user=nobody'] : [];
  const program = {
    name: 'pgbouncer',
    package: 'pgbouncer',
    arguments: ['--quiet', ...user, file],
    port,
  };
  const running = await launchProgram(program, () => undefined);
  return {
    url: `postgres://anyone@127.0.0.1:${port}${pathname}`,
    async close() {
      await stopProgram(running);
      await rm(folder, { recursive: true });
    },
  };
}
