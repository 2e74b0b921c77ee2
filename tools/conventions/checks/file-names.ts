import type { ConventionCheck, Finding } from '../finding.ts';
import type { Tree } from '../tree.ts';

const vocabulary = [
  'index',
  'routes',
  'service',
  'store',
  'queries',
  'policy',
  'events',
  'jobs',
  'errors',
  'fakes',
];
/** Words that don't describe a file's contents: files with such names grow without end. */
const emptyWords = new Set(
  'common,handler,handlers,helper,helpers,impl,manager,misc,shared,stuff,temp,tmp,util,utils'.split(','),
);

/** Returns the file's name without its extension and without `.test`, `.db.test`, `.fuzz.db.test` or `.faults.test`. */
const stemOf = (file: string): string =>
  (file.split('/').at(-1) ?? '')
    .replace(/\.tsx?$/, '')
    .replace(/((\.fuzz)?\.db|\.faults)?\.test$|\.journey$/, '');

const wordsOf = (stem: string): string[] =>
  stem
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .split(/[-.]/);

function emptyNames(tree: Tree): Finding[] {
  return tree.files
    .filter((file) => /^(apps|packages)\/.+\.tsx?$/.test(file))
    .flatMap((file) => {
      const word = wordsOf(stemOf(file)).find((part) => emptyWords.has(part));
      if (word === undefined) return [];
      const problem = `"${word}" says nothing about what the file holds`;
      return { file, line: 1, problem, cure: 'Name the file after the one thing it decides or does.' };
    });
}

function problemInModule(file: string, inside: string): Pick<Finding, 'problem' | 'cure'> | undefined {
  if (!inside.includes('/')) {
    return { problem: 'a file beside the modules', cure: 'Put it into the module whose noun it serves.' };
  }
  if (/\/(fixtures|testing)\//.test(inside)) return undefined;
  if (!file.endsWith('.ts')) {
    return {
      problem: 'a server module holds TypeScript only',
      cure: 'Move the data to fixtures/ or to the app.',
    };
  }
  const stem = stemOf(file);
  const numbered = /^(.*?)-?\d+$/.exec(stem)?.[1];
  if (numbered !== undefined && vocabulary.includes(numbered)) {
    const cure = `Split the module into folders of nouns, each with its own ${numbered}.ts.`;
    return { problem: `"${stem}" is a second ${numbered}.ts`, cure };
  }
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(stem)) {
    const cure = `Use one of ${vocabulary.join(', ')}, or a kebab-case domain name such as fan-verdict.ts.`;
    return { problem: `"${stem}" follows no naming convention`, cure };
  }
  return undefined;
}

const home = /^apps\/server\/src\/modules\/(.+)$/;

function moduleNames(tree: Tree): Finding[] {
  return tree.files.flatMap((file) => {
    const inside = home.exec(file)?.[1];
    const problem = inside === undefined ? undefined : problemInModule(file, inside);
    return problem === undefined ? [] : { file, line: 1, ...problem };
  });
}

function missingIndexes(tree: Tree): Finding[] {
  const modules = new Set(
    tree.files.flatMap((file) => /^(apps\/server\/src\/modules\/[^/]+)\/.+\.ts$/.exec(file)?.[1] ?? []),
  );
  return [...modules]
    .filter((module) => !tree.files.includes(`${module}/index.ts`))
    .map((module) => ({
      file: `${module}/index.ts`,
      line: 1,
      problem: 'a module without a door',
      cure: 'Add index.ts and export there what others may use.',
    }));
}

/** Requires a closed vocabulary of file names in server modules, and forbids meaningless names everywhere. */
export const fileNames: ConventionCheck = {
  name: 'file names',
  run: (tree) => [...emptyNames(tree), ...moduleNames(tree), ...missingIndexes(tree)],
};
