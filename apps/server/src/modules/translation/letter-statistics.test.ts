import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { chatLines } from './fixtures/chat-lines.ts';
import { type DataSet, loadStatistics, readDataSet } from './letter-statistics.ts';

const packaged = fileURLToPath(import.meta.resolve('eld/small'));

it('reads what the library’s own import reads, in many turns of the event loop', async () => {
  let turns = 0;
  let reading = true;
  const counting = (async () => {
    for (; reading; turns += 1) await nextTurn();
  })();
  const read = await readDataSet();
  reading = false;
  await counting;
  const file = fileURLToPath(new URL('../ngrams/small.js', import.meta.resolve('eld/small')));
  const { ngramsData }: { ngramsData: DataSet } = createRequire(import.meta.url)(file);
  // A plain comparison: the difference of two data sets of a million numbers is nothing to print.
  expect(isDeepStrictEqual(read, ngramsData)).toBe(true);
  expect(turns).toBeGreaterThan(200);
});

it('scores a line as the library does', async () => {
  const detect = await loadStatistics();
  const { eld }: typeof import('eld/small') = createRequire(import.meta.url)(packaged);
  for (const line of Object.values(chatLines).flat()) {
    expect(detect(line).getScores(), line).toEqual(eld.detect(line).getScores());
  }
});
