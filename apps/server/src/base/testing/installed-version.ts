import { readFileSync } from 'node:fs';

/** Returns the version of a package that this app declares, which is exact and therefore the installed one. */
export function installedVersion(name: string): string | undefined {
  const file = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  // npm has validated this file.
  const { dependencies } = JSON.parse(file) as { dependencies: Record<string, string> };
  return dependencies[name];
}
