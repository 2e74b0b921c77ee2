import { spawnSync } from 'node:child_process';

/** A commit for the checks. */
export type Commit = { id: string; subject: string };

/**
 * Returns the commits since the one that added `file`, including that one, without merges. Returns none if the tree isn't a
 * repository's working copy, e.g. in an archive.
 */
export function commitsSince(root: string, file: string): Commit[] {
  const git = (...args: string[]) => {
    const { status, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' });
    return status === 0 ? stdout.split('\n').filter((line) => line !== '') : [];
  };
  const first = git('log', '--diff-filter=A', '--format=%H', '--', file).at(-1);
  if (first === undefined) return [];
  const format = '--format=%h %s';
  const later = git('log', '--no-merges', format, `${first}..HEAD`);
  return [...later, ...git('log', '-1', format, first)].map((line) => {
    const [id = '', ...words] = line.split(' ');
    return { id, subject: words.join(' ') };
  });
}
