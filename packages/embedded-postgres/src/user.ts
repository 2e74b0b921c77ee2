import { execFile } from 'node:child_process';
import { chown, lchown, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedDatabaseError } from './errors.ts';

const run = promisify(execFile);

/** The user that owns PostgreSQL's files and runs its processes. */
export type UnixUser = { readonly uid: number; readonly gid: number };

/** The command and options that run one of PostgreSQL's programs as its user: spread `spawn` into the options. */
export type RunAs = {
  command(program: string, args: readonly string[]): { file: string; args: string[] };
  readonly spawn: { readonly uid?: number; readonly gid?: number };
};

const asOurselves: RunAs = { command: (file, args) => ({ file, args: [...args] }), spawn: {} };

/**
 * Returns the user to run PostgreSQL as, which refuses to run as root. Null if this process isn't root: PostgreSQL then runs
 * as the same user. Otherwise the owner of `folder` (an existing cluster), else `postgres`, else `nobody`.
 */
export async function databaseUser(folder: string | null): Promise<UnixUser | null> {
  if (process.getuid?.() !== 0) return null;
  if (folder !== null) {
    const { uid, gid } = await stat(folder);
    if (uid !== 0) return { uid, gid };
  }
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const found = findUser(users, 'postgres') ?? findUser(users, 'nobody');
  if (found !== null) return found;
  throw new EmbeddedDatabaseError(
    'PostgreSQL does not run as root, and this machine has neither a user `postgres` nor a user `nobody` to run it as. ' +
      'Start the server as another user, or set DATABASE_URL.',
  );
}

/** Parses one line of passwd(5): name:password:uid:gid:… */
function findUser(users: string, name: string): UnixUser | null {
  const fields = users
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.split(':');
  const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
  return Number.isInteger(uid) && Number.isInteger(gid) && uid > 0 ? { uid, gid } : null;
}

/** Changes the owner of a whole folder to `user`: a cluster that root copied or restored belongs to root. */
export async function chownFolder(folder: string, user: UnixUser): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await chownFolder(path, user);
    else await lchown(path, user.uid, user.gid);
  }
  await chown(folder, user.uid, user.gid);
}

/**
 * Returns how `user` can run `program` and write to `folder`. Both may be below a directory that only root may enter (a clone
 * in /root): then the program keeps one of root's capabilities, the one that bypasses directory permissions, and no other.
 */
export async function chooseRunAs(user: UnixUser | null, program: string, folder: string): Promise<RunAs> {
  if (user === null) return asOurselves;
  const reasons: unknown[] = [];
  for (const way of [asUser(user), asUserPastDirectories(user)]) {
    try {
      await probe(way, program, folder);
      return way;
    } catch (error) {
      reasons.push(error);
    }
  }
  throw new EmbeddedDatabaseError(
    `PostgreSQL does not run as root, and user ${user.uid} can reach ${program} or ${folder} neither by ` +
      'their permissions nor with setpriv (util-linux). Move the installation and DATA_DIR out of private ' +
      'directories such as /root, or start the server as another user.',
    { cause: new AggregateError(reasons) },
  );
}

function asUser(user: UnixUser): RunAs {
  return { command: asOurselves.command, spawn: user };
}

/**
 * `no_setuid_fixup` because PostgreSQL locates its own programs with access(2), which disregards capabilities of a user other
 * than root unless that bit is set (capabilities(7)).
 */
function asUserPastDirectories(user: UnixUser): RunAs {
  const before = [
    `--reuid=${user.uid}`,
    `--regid=${user.gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
    '--',
  ];
  return {
    command: (program, args) => ({ file: 'setpriv', args: [...before, program, ...args] }),
    spawn: {},
  };
}

async function probe(way: RunAs, program: string, folder: string): Promise<void> {
  const test = '[ -r "$1" ] && [ -x "$1" ] && [ -w "$2" ] && [ -x "$2" ]';
  const { file, args } = way.command('/bin/sh', ['-c', test, 'sh', program, folder]);
  await run(file, args, { ...way.spawn, cwd: '/' });
}
