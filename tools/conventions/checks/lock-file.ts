import type { ConventionCheck } from '../finding.ts';

const lockFile = 'package-lock.json';

type Locked = { optionalDependencies?: Record<string, string>; dependencies?: Record<string, string> };

function packagesOf(text: string): Record<string, Locked> {
  const lock: unknown = JSON.parse(text);
  const found = typeof lock === 'object' && lock !== null && 'packages' in lock ? lock.packages : {};
  // npm's documentation, "package-lock.json", describes `packages`: locations to descriptors.
  return found as Record<string, Locked>;
}

/** Returns whether a package at `location` can resolve `name`: from its own `node_modules`, then those of parent folders. */
function resolves(packages: Record<string, Locked>, location: string, name: string): boolean {
  for (let folder = location; ; folder = folder.slice(0, folder.lastIndexOf('/'))) {
    const prefix = folder === '' ? '' : `${folder}/`;
    if (Object.hasOwn(packages, `${prefix}node_modules/${name}`)) return true;
    if (!folder.includes('/')) return folder !== '' && Object.hasOwn(packages, `node_modules/${name}`);
  }
}

/**
 * Requires every package in the lock file that any platform may need. npm omits those that the registry did not have on that
 * day, and then `npm ci` fails on a clean checkout.
 */
export const lockFileComplete: ConventionCheck = {
  name: 'lock file',
  run: (tree) => {
    if (!tree.files.includes(lockFile)) return [];
    const packages = packagesOf(tree.read(lockFile));
    return Object.entries(packages).flatMap(([location, entry]) =>
      Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
        .filter((name) => !resolves(packages, location, name))
        .map((name) => ({
          file: lockFile,
          line: 1,
          problem: `${name}, needed by ${location === '' ? 'the root' : location}, is not in it`,
          cure: 'Choose a version whose packages for all platforms can be had, and install again.',
        })),
    );
  },
};
