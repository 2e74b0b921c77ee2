/** Parses the text of the import. */
import type { AnswerOf } from '@parley/contract';
import { type importProxies, proxyImportLimit } from '@parley/contract/proxies';

export type ImportProblem = AnswerOf<typeof importProxies>['problems'][number];

const linesOf = (text: string) => text.split(/\r\n|\r|\n/);

/** The endpoint's limit, in UTF-16 code units. */
const maxLength = 200_000;

/** Returns the number of lines that aren't empty. */
export function countLines(text: string): number {
  return linesOf(text).filter((line) => line.trim() !== '').length;
}

/** Returns the text to submit, with uniform line ends, so that client and server count lines alike. */
export function sentLines(text: string): string {
  return linesOf(text).join('\n');
}

/** Returns why the text can't be submitted; undefined: it can. */
export function importObstacle(text: string): 'none' | 'too-many' | 'too-long' | undefined {
  const count = countLines(text);
  if (count === 0) return 'none';
  if (count > proxyImportLimit) return 'too-many';
  return sentLines(text).length > maxLength ? 'too-long' : undefined;
}

/**
 * Returns the lines that were not added, as typed. From the first line beyond the limit on, none was processed, whether
 * the answer lists each of them or only the first.
 */
export function wrongLines(text: string, problems: readonly ImportProblem[]): string {
  const wrong = new Set(problems.map(({ line }) => line));
  const firstLeft = problems.find(({ problem }) => problem === 'too-many')?.line ?? Number.POSITIVE_INFINITY;
  return linesOf(text)
    .filter((line, at) => line.trim() !== '' && (wrong.has(at + 1) || at + 1 >= firstLeft))
    .join('\n');
}
