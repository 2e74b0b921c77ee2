import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The absolute path of this package, `apps/server`. Files that the server reads at run time are found from here and
 * never from the module that reads them: sources lie in their own folders, the bundle's files all lie in `dist`.
 */
export const serverFolder = packageFolder(import.meta.dirname);

function packageFolder(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error(`no package.json above ${import.meta.dirname}`);
  return packageFolder(parent);
}
