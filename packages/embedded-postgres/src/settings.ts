import { totalmem } from 'node:os';

/** PostgreSQL's settings by name, as `postgres -c name=value` takes them. */
export type PostgresSettings = Readonly<Record<string, string>>;

const mib = 1024 ** 2;

/** Bytes that this process and its children may use: the machine's, or less where a container allows less. */
function usableMemory(): number {
  const allowed = process.constrainedMemory();
  // 0 or more than there is: nothing is limited.
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}

/**
 * Returns how much the database keeps in memory itself, and how much it may expect the system to. An eighth, half of what
 * its manual suggests for a separate machine: the server is on this one too. Unused, it costs nothing.
 */
export function memorySettings(bytes: number): PostgresSettings {
  const buffers = Math.min(4096, Math.max(128, Math.floor(bytes / 8 / mib)));
  return { shared_buffers: `${buffers}MB`, effective_cache_size: `${Math.floor(bytes / 2 / mib)}MB` };
}

/**
 * For a machine with two cores that the server shares. What keeps a commit safe (`fsync`,
 * `synchronous_commit`, `full_page_writes`) stays at PostgreSQL's default, on. Given at each start instead of
 * kept in the data directory, so that a new release's settings reach old data.
 */
export const postgresSettings: PostgresSettings = {
  listen_addresses: '127.0.0.1',
  // A socket file's path is limited to 107 bytes, which a deep DATA_DIR passes.
  unix_socket_directories: '',
  max_connections: '100',
  ...memorySettings(usableMemory()),
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  wal_compression: 'on',
  min_wal_size: '256MB',
  // Bounds both the disk and how long recovery takes after the database was killed.
  max_wal_size: '2GB',
  // Compiling a plan costs more than the server's short queries take.
  jit: 'off',
  // With two cores a parallel query only takes turns with the others, and it needs shared memory that
  // containers keep small.
  max_parallel_workers_per_gather: '0',
  // Statements are planned once for each connection, and again when a table was analyzed. A minute after the first
  // messages would be late: until then they are found by reading a table that was empty when the plan was made.
  autovacuum_naptime: '15s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_line_prefix: '%m [%p] ',
  // One file per weekday, overwritten a week later.
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
};
