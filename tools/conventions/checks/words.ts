import type { ConventionCheck } from '../finding.ts';

type Forbidden = { pattern: RegExp; what: string; cure: string };

const machineCure =
  "Use a path relative to the tree, a variable of the environment or the system's temporary folder.";
const outsideCure = 'Say what is true of the product; how and where it was made does not belong in it.';

// Each is assembled from parts, because the check reads this file too.
const machine = ['home', 'root', 'work', 'Users'].map((name) => `/${name}/`);
const hosts = [
  ['Git', 'Hub Actions'],
  ['Git', 'Lab CI'],
  ['Circle', 'CI'],
  ['Jen', 'kins'],
  ['Build', 'kite'],
].map((parts) => parts.join(''));
const assistants = [
  ['Clau', 'de'],
  ['Copi', 'lot'],
  ['AI ', 'session'],
].map((parts) => parts.join(''));

const quoted = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
const anyOf = (words: readonly string[], flags = '') => new RegExp(words.map(quoted).join('|'), flags);

/** Exported for the tests, which must not contain them either. */
export const forbiddenSamples = { machine, hosts, assistants };

const forbidden: readonly Forbidden[] = [
  // Without a word or a dot before it: `https://example.test/home/` is a URL, not a folder of a machine.
  {
    pattern: new RegExp(`(?<![\\w.:)}\\]*-])(?:${machine.map(quoted).join('|')})`),
    what: 'a path of one machine',
    cure: machineCure,
  },
  { pattern: anyOf(hosts, 'i'), what: 'the name of a build host', cure: outsideCure },
  {
    pattern: new RegExp(`\\b(?:${assistants.map(quoted).join('|')})\\b`, 'i'),
    what: 'a word about how it was written',
    cure: outsideCure,
  },
  { pattern: /\b(?:issue|ticket|pull request) #\d+/i, what: "a tracker's number", cure: outsideCure },
];

const textFile =
  /\.(ts|tsx|js|mjs|json|md|sql|css|html|ya?ml|sh|svg|txt|lua|conf|mode)$|(^|\/)(\.ci\/[^/]+|\.[a-z]+rc|\.gitignore)$/;

/** Forbids text that reveals the machine or the place where the tree was made. */
export const words: ConventionCheck = {
  name: 'words',
  run: (tree) =>
    tree.files
      .filter((file) => textFile.test(file) && !file.endsWith('package-lock.json'))
      .flatMap((file) => {
        const text = tree.read(file);
        return forbidden.flatMap(({ pattern, what, cure }) => {
          const at = text.search(pattern);
          if (at < 0) return [];
          const line = text.slice(0, at).split('\n').length;
          return { file, line, problem: what, cure };
        });
      }),
};
