import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The absolute path of this package, `apps/server`. Files that the server reads at run time are located from here and
 * never from the module that reads them: sources have their own folders, the bundle's files are all in `dist`.
 */
export const serverFolder = packageFolder(import.meta.dirname);

function packageFolder(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error(`no package.json above ${import.meta.dirname}`);
  return packageFolder(parent);
}
