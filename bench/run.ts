/** `npm run bench -- <name>`: runs one benchmark and prints its tables. Without a name, lists the benchmarks. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { desk } from './desk/benchmark.ts';
import { fanStatisticsBenchmark } from './fan-statistics/benchmark.ts';
import { fanout } from './fanout/benchmark.ts';
import { fans } from './fans/benchmark.ts';
import { historySearch } from './history-search/benchmark.ts';
import { keywords } from './keywords/benchmark.ts';
import type { Benchmark } from './kit/benchmark.ts';
import { createChildren } from './kit/children.ts';
import { loadLine, machineLine } from './kit/machine.ts';
import { withSection } from './kit/write-up.ts';
import { libraryImport } from './library-import/benchmark.ts';
import { pictures } from './pictures/benchmark.ts';
import { automation } from './pipeline/automation.ts';
import { pipeline } from './pipeline/benchmark.ts';
import { charges } from './pipeline/charges.ts';
import { translation } from './pipeline/translation.ts';
import { verdicts } from './pipeline/verdicts.ts';
import { records } from './records/benchmark.ts';
import { redirect } from './redirect/benchmark.ts';
import { share } from './share/benchmark.ts';
import { splitReportBenchmark } from './split-report/benchmark.ts';
import { start } from './start/benchmark.ts';

const benchmarks: readonly Benchmark[] = [
  pipeline,
  translation,
  charges,
  verdicts,
  automation,
  fanout,
  records,
  fans,
  start,
  libraryImport,
  fanStatisticsBenchmark,
  share,
  keywords,
  historySearch,
  desk,
  pictures,
  redirect,
  splitReportBenchmark,
];
const page = new URL('../docs/performance.md', import.meta.url);

const usage = [
  'npm run bench -- <name> [--quick] [--rows <number>] [--write] [--profile <folder>]',
  '',
  ...benchmarks.map(({ name, summary }) => `  ${name.padEnd(14)} ${summary}`),
  '',
  '  --quick    phases of a few seconds: shows that everything runs, not how fast',
  '  --rows     of the largest table, instead of 50,000,000 (records), 5,000,000 (fans), 2,000,000 (history-search), 100,000 (desk); visits, instead of 1,000,000 (redirect)',
  "  --write    puts the tables into docs/performance.md, in the benchmark's section",
  "  --profile  puts the server's processor profile and the heaviest statements into a folder",
  '',
  '  KUTT_FOLDER=<folder>, for redirect: Kutt (https://github.com/thedevs-network/kutt) with its dependencies, which is measured beside it',
  '  KUTT_NODE=<file>, the Node.js for which these were built, where it is another one',
].join('\n');

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    rows: { type: 'string' },
    profile: { type: 'string' },
  },
});

async function run({ name, run }: Benchmark): Promise<void> {
  const children = createChildren();
  const leave = () => void children.clear().finally(() => process.exit(130));
  process.once('SIGINT', leave);
  process.once('SIGTERM', leave);
  const loadBefore = loadLine();
  const profiles = flags.profile === undefined ? null : path.resolve(flags.profile);
  if (profiles !== null) await mkdir(profiles, { recursive: true });
  const say = (line: string) => console.error(`· ${line}`);
  try {
    const rows = flags.rows === undefined ? null : Number(flags.rows);
    const outcome = await run({ children, quick: flags.quick, rows, profiles, say });
    const notes = flags.quick ? ' A quick run: the figures mean little.' : '';
    const text = `${machineLine(outcome.postgres, loadBefore)}${notes}\n\n${outcome.markdown}`;
    console.log(`## ${name}\n\n${text}`);
    if (flags.write) await writeFile(page, withSection(await readFile(page, 'utf8'), name, text));
  } finally {
    await children.clear();
  }
}

const chosen = benchmarks.find(({ name }) => name === positionals[0]);
if (chosen) {
  await run(chosen);
} else {
  console.log(usage);
  process.exitCode = positionals.length === 0 ? 0 : 1;
}
