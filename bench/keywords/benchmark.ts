import { foldKeyword, foldText } from '@parley/contract/automation';
import { compileRules } from '../../apps/server/src/modules/automation/index.ts';
import { type Benchmark, budgetTable, type Outcome, type Run } from '../kit/benchmark.ts';
import { type Spread, spreadOf, table, whole } from '../kit/figures.ts';
import { monotonic } from '../kit/monotonic.ts';

export const keywords: Benchmark = {
  name: 'keywords',
  summary: 'ten thousand keyword rules matched with messages, beside a loop over all keywords',
  run,
};

const rules = 10_000;
/** Keywords per rule: as in most rules, and as many as reach a workspace's limit. */
const keywordsOfRule = [1, 5];
const lengths = [20, 200, 2_000, 10_000];

/** A linear congruential generator: produces the same words in each run. */
function wordsFrom(start: number): (alphabet: string, length: number) => string {
  let state = start;
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return (alphabet, length) =>
    Array.from({ length: length + next(4) }, () => alphabet[next(alphabet.length)] ?? '').join('');
}

const latin = 'etaoinshrdlucmfw';
const chinese = '的一是不了在人有我他这个们中来上大为和国';

type Measured = { keywords: number; script: string; length: number; index: Spread; loop: Spread };
type Compiled = { keywords: number; ms: number; units: number };

async function run({ quick, say }: Run): Promise<Outcome> {
  const measured: Measured[] = [];
  const compiled: Compiled[] = [];
  for (const each of keywordsOfRule) {
    say(`${whole(rules)} rules of ${each} keywords`);
    const word = wordsFrom(each);
    const stored = Array.from({ length: rules }, (_, at) => ({
      kind: 'keyword' as const,
      id: String(at),
      enabled: true,
      subAccountIds: null,
      keywords: Array.from({ length: each }, (_one, n) => (n % 2 === 0 ? word(latin, 4) : word(chinese, 2))),
      match: 'partial' as const,
      matchTranslation: false,
    }));
    const began = monotonic();
    const { index } = compileRules(stored);
    const took = monotonic() - began;
    compiled.push({ keywords: rules * each, ms: took, units: index.units });
    const folded = stored.map((rule) => rule.keywords.map((one) => foldKeyword(one).text));
    for (const script of ['Latin', 'Chinese']) {
      for (const length of lengths) {
        const message = messageOf(script, word, length);
        const turns = quick ? 20 : 1_000;
        const spread = (work: () => unknown, most = turns) => timesOf(work, most);
        measured.push({
          keywords: rules * each,
          script,
          length,
          index: spread(() => index.find(message)),
          loop: spread(() => loopOver(folded, message), Math.ceil(turns / 100)),
        });
      }
    }
  }
  return { markdown: report(measured, compiled), postgres: 'none' };
}

function messageOf(script: string, word: ReturnType<typeof wordsFrom>, length: number): string {
  if (script === 'Chinese') return word(chinese, length).slice(0, length);
  return Array.from({ length: length / 4 }, () => word(latin, 4))
    .join(' ')
    .slice(0, length);
}

/** Matches without an index, and without checking word boundaries. */
function loopOver(folded: readonly (readonly string[])[], message: string): number {
  const text = foldText(message);
  return folded.filter((words) => words.some((one) => text.includes(one))).length;
}

function timesOf(work: () => unknown, turns: number): Spread {
  const times: number[] = [];
  for (let turn = 0; turn < turns + 3; turn += 1) {
    const began = monotonic();
    work();
    // The first rounds are discarded, because the code isn't compiled yet.
    if (turn >= 3) times.push(monotonic() - began);
  }
  return spreadOf(times);
}

function report(measured: readonly Measured[], compiled: readonly Compiled[]): string {
  const typical = measured.filter(({ length }) => length <= 200);
  const worst = Math.max(...typical.map(({ index }) => index.p95));
  const budget = {
    what: `a message of up to 200 letters matched with ${whole(rules)} rules: p95`,
    budget: '< 2 ms',
    seen: `${worst.toFixed(2)} ms`,
    hit: worst < 2,
  };
  const titles = [
    'keywords',
    'script',
    'letters',
    'index p50 ms',
    'index p95 ms',
    'loop p50 ms',
    'loop p95 ms',
  ];
  const rows = measured.map(({ keywords: count, script, length, index, loop }) => [
    whole(count),
    script,
    whole(length),
    ...[index.p50, index.p95, loop.p50, loop.p95].map((ms) => ms.toFixed(2)),
  ]);
  const making = compiled.map(({ keywords: count, ms, units }) => [whole(count), whole(ms), whole(units)]);
  return [
    budgetTable([budget]),
    table(titles, rows),
    table(['keywords', 'compiled in ms', 'UTF-16 units'], making),
  ].join('\n\n');
}
