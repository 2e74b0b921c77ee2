/**
 * The letter statistics of the library `eld`, read a little at a time: its own import parses and builds all of them in
 * one go, for which the process would answer nobody for a third of a second.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

/** How well a text fits each language, 0 to 1. */
export type Statistics = (text: string) => { getScores(): Record<string, number> };

export type DataSet = { type: string; languages: Record<number, string>; ngrams: Record<string, object> };

type Detector = { createEld(): { instance: { detect: Statistics }; loadData(data: DataSet): void } };

/** Of the source text, in UTF-16 units: about a millisecond's work. */
const sliceUnits = 4_000;
const opening = 'ngrams:{';

/** The package exports its entries only; what they are made of lies beside them. */
const beside = (file: string) => fileURLToPath(new URL(file, import.meta.resolve('eld/small')));

export async function loadStatistics(): Promise<Statistics> {
  // The package declares no types for what it doesn't export. The version is pinned, and a test compares the data.
  const { createEld }: Detector = createRequire(import.meta.url)(beside('../languageDetector.js'));
  const { instance, loadData } = createEld();
  loadData(await readDataSet());
  return instance.detect;
}

/** The data set `small`, as the library's own module exports it. */
export async function readDataSet(): Promise<DataSet> {
  const text = await readFile(beside('../ngrams/small.js'), 'utf8');
  const start = text.indexOf(opening) + opening.length;
  const end = text.lastIndexOf('}}');
  // The module's literal with an empty object in the place of the large one.
  const data = evaluate(`${text.slice(text.indexOf('{type:'), start)}}}`) as DataSet;
  for (let from = start; from < end; ) {
    const cut = text.slice(from + sliceUnits, end).search(/(?<=\d\}),/);
    const to = cut < 0 ? end : from + sliceUnits + cut;
    Object.assign(data.ngrams, evaluate(`{${text.slice(from, to)}}`));
    from = to + 1;
    await nextTurn();
  }
  return data;
}

/** The value of a literal from the package's source, which an import of it would run as well. */
const evaluate = (literal: string): object => new Script(`(${literal})`).runInThisContext();
