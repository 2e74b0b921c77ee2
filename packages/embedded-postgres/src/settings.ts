import { totalmem } from 'node:os';

/** PostgreSQL's settings by name, as in `postgres -c name=value`. */
export type PostgresSettings = Readonly<Record<string, string>>;

const mib = 1024 ** 2;

/** Returns the bytes that this process and its children may use: the machine's memory, or a container's lower limit. */
function usableMemory(): number {
  const allowed = process.constrainedMemory();
  // 0 or more than the machine has: no limit is set.
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}

/**
 * Returns the size of the database's own cache, and that of the system's cache which it may assume. The first is an eighth of
 * the memory, half of what PostgreSQL's manual suggests for a dedicated machine, because the server runs on the same one.
 * Unused, it costs nothing.
 */
export function memorySettings(bytes: number): PostgresSettings {
  const buffers = Math.min(4096, Math.max(128, Math.floor(bytes / 8 / mib)));
  return { shared_buffers: `${buffers}MB`, effective_cache_size: `${Math.floor(bytes / 2 / mib)}MB` };
}

/**
 * For a machine with two cores that is shared with the server. The settings for durable commits (`fsync`,
 * `synchronous_commit`, `full_page_writes`) keep PostgreSQL's default, on. Passed at each start instead of stored in the data
 * directory, so that a new release's settings apply to existing data.
 */
export const postgresSettings: PostgresSettings = {
  listen_addresses: '127.0.0.1',
  // A socket file's path is limited to 107 bytes, which a deep DATA_DIR exceeds.
  unix_socket_directories: '',
  max_connections: '100',
  ...memorySettings(usableMemory()),
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  random_page_cost: '1.1',
  wal_compression: 'on',
  // A file that is filled with zeros first stops every commit meanwhile. fdatasync makes its growth durable as well.
  wal_init_zero: 'off',
  min_wal_size: '256MB',
  // Limits both disk usage and the duration of recovery after the database was killed.
  max_wal_size: '2GB',
  // Compiling a plan costs more than running the server's short queries.
  jit: 'off',
  // With two cores, parallel workers only compete with other queries, and they need shared memory, which containers limit.
  max_parallel_workers_per_gather: '0',
  // Prepared statements are planned once per connection, and again after the table was analyzed. The default of a minute after
  // the first messages would be too late: until then, plans made for an empty table scan it completely.
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
