import type { ConventionCheck, Finding } from '../finding.ts';

const folder = 'apps/server/migrations/';

/**
 * Requires migrations named `NNNN-what-it-does.sql`, with unique numbers in steps of ten, so that a branch can insert one. A
 * test matches them with the rows below `testing/` that fill their tables.
 */
export const migrations: ConventionCheck = {
  name: 'migrations',
  run: (tree) => {
    const seen = new Map<string, string>();
    return tree.files
      .filter((file) => file.startsWith(folder) && !file.startsWith(`${folder}testing/`))
      .flatMap((file): Finding[] => {
        const name = file.slice(folder.length);
        const number = /^(\d{4})-[a-z0-9]+(-[a-z0-9]+)*\.sql$/.exec(name)?.[1];
        const at = { file, line: 1 };
        if (number === undefined) {
          return [
            { ...at, problem: `"${name}" is no migration's name`, cure: 'Call it NNNN-what-it-does.sql.' },
          ];
        }
        if (Number(number) % 10 !== 0 || number === '0000') {
          return [
            { ...at, problem: `${number} is not a ten`, cure: 'Take the next free ten after the last one.' },
          ];
        }
        const other = seen.get(number);
        seen.set(number, name);
        if (other === undefined) return [];
        return [{ ...at, problem: `${number} is taken by ${other}`, cure: 'Take the next free ten.' }];
      });
  },
};
