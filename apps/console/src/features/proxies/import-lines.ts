/** Reads the text of the import. */
import type { AnswerOf } from '@parley/contract';
import { type importProxies, proxyImportLimit } from '@parley/contract/proxies';

export type ImportProblem = AnswerOf<typeof importProxies>['problems'][number];

const linesOf = (text: string) => text.split(/\r\n|\r|\n/);

/** The most that the endpoint takes, in UTF-16 units. */
const longest = 200_000;

/** Returns the number of lines that aren't empty. */
export function countLines(text: string): number {
  return linesOf(text).filter((line) => line.trim() !== '').length;
}

/** As it is sent: with one kind of line end, so that the server counts lines as this does. */
export function sentLines(text: string): string {
  return linesOf(text).join('\n');
}

/** Why it can't be sent. */
export function importObstacle(text: string): 'none' | 'too-many' | 'too-long' | undefined {
  const count = countLines(text);
  if (count === 0) return 'none';
  if (count > proxyImportLimit) return 'too-many';
  return sentLines(text).length > longest ? 'too-long' : undefined;
}

/**
 * The lines that were not added, as they were written. From the first that was one too many on, none was looked at,
 * whether the answer names each of them or only the first.
 */
export function wrongLines(text: string, problems: readonly ImportProblem[]): string {
  const wrong = new Set(problems.map(({ line }) => line));
  const firstLeft = problems.find(({ problem }) => problem === 'too-many')?.line ?? Number.POSITIVE_INFINITY;
  return linesOf(text)
    .filter((line, at) => line.trim() !== '' && (wrong.has(at + 1) || at + 1 >= firstLeft))
    .join('\n');
}
