import type { ConventionCheck, Finding } from '../finding.ts';

const longest = 400;

/** Limits the length of code files to what a reader can keep in mind. */
export const fileLength: ConventionCheck = {
  name: 'file-length',
  run: (tree) =>
    tree.files
      .filter((file) => /\.(tsx?|css|sh)$/.test(file))
      .flatMap((file): Finding[] => {
        const lines = tree.read(file).trimEnd().split('\n').length;
        if (lines <= longest) return [];
        const problem = `${lines} lines, at most ${longest}`;
        return [{ file, line: longest + 1, problem, cure: 'Split it by what its parts are about.' }];
      }),
};
