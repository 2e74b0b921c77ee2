import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedDatabase } from '@parley/embedded-postgres';
import pg from 'pg';
import { createLog } from '../../apps/server/src/base/log.ts';
import { type Benchmark, budgetTable, type Outcome, type Run } from '../kit/benchmark.ts';
import { medianOf, ms, spreadOf, table } from '../kit/figures.ts';
import { launch, type Program, type Started } from './launch.ts';

export const start: Benchmark = {
  name: 'start',
  summary:
    'from the start of a process until it is ready, and its memory at rest, beside bare Fastify and pg',
  run,
};

const bundle = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url));
const bare = fileURLToPath(new URL('./bare-process.ts', import.meta.url));
const megabyte = 2 ** 20;

async function run(it: Run): Promise<Outcome> {
  if (!existsSync(bundle)) throw new Error('The server is not built yet: run npm run build.');
  const folder = await it.children.temporaryFolder();
  const log = createLog('error');
  const database = await startEmbeddedDatabase({ dataDir: path.join(folder, 'beside'), log });
  try {
    const rows = await measure(it, programsOn(folder, database.url, it));
    return { markdown: tables(rows), postgres: await versionOf(database.url) };
  } finally {
    await database.stop();
  }
}

async function versionOf(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  return rows[0]?.server_version ?? 'unknown';
}

function programsOn(folder: string, databaseUrl: string, { profiles }: Run): readonly Program[] {
  const args = profiles === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`];
  const server = (name: string, variables: Record<string, string>): Program => ({
    name,
    args: [...args, bundle],
    env: { HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'error', APERTIUM_LOCAL: 'off', ...variables },
  });
  return [
    { name: 'bare Fastify and pg, database running', args: [...args, bare, databaseUrl], env: {} },
    server('server, database running', {
      DATABASE_URL: databaseUrl,
      DATA_DIR: path.join(folder, 'on-running'),
    }),
    server('server, with the start of its own database', { DATA_DIR: path.join(folder, 'alone') }),
  ];
}

type Row = { name: string; started: Started[] };

/** Alternates the programs, so that other work of the machine affects all equally. The first run of each creates its data. */
async function measure({ quick, say }: Run, programs: readonly Program[]): Promise<Row[]> {
  const rows = programs.map((program): Row & { program: Program } => ({
    program,
    name: program.name,
    started: [],
  }));
  for (const { program } of rows) await launch(program);
  for (let round = 0; round < (quick ? 1 : 5); round += 1) {
    for (const { program, name, started } of rows) {
      started.push(await launch(program));
      say(`${name}: ${ms(started.at(-1)?.readyMs ?? Number.NaN)} ms`);
    }
  }
  return rows;
}

function tables(rows: readonly Row[]): string {
  const middle = (started: readonly Started[], of: (it: Started) => number) => medianOf(started.map(of));
  const megabytes = (started: readonly Started[]) => middle(started, (it) => it.restBytes) / megabyte;
  const whole = rows.at(-1)?.started ?? [];
  const [readyMs, restMb] = [middle(whole, (it) => it.readyMs), megabytes(whole)];
  const budgets = budgetTable([
    {
      what: 'ready, with the start of its own database',
      budget: '1,500 ms',
      seen: `${ms(readyMs)} ms`,
      hit: readyMs <= 1_500,
    },
    { what: 'memory at rest', budget: '220 MB', seen: `${ms(restMb)} MB`, hit: restMb <= 220 },
  ]);
  const figures = table(
    ['middle of the starts', 'ready ms', 'slowest ms', 'processor ms', 'at rest MB'],
    rows.map(({ name, started }) => [
      name,
      ms(middle(started, (it) => it.readyMs)),
      ms(spreadOf(started.map((it) => it.readyMs)).max),
      ms(middle(started, (it) => it.cpuMs)),
      ms(megabytes(started)),
    ]),
  );
  return [budgets, figures].join('\n\n');
}
