/**
 * Runs the real server with its embedded database in a separate process, and the methods with which a benchmark passes
 * messages as a connector would and reads the results.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { ServerEvents } from '@parley/contract/realtime';
import { startEmbeddedDatabase } from '@parley/embedded-postgres';
import { readConfig, startApp } from '../../apps/server/src/app.ts';
import { migrate } from '../../apps/server/src/base/db/migrate.ts';
import type { WorkspaceId } from '../../apps/server/src/base/ids.ts';
import { createLog } from '../../apps/server/src/base/log.ts';
import { monotonic } from '../kit/monotonic.ts';
import { serveMethods } from '../kit/remote.ts';
import { type ChargeOptions, chargeHot, chargeNaively, insertOnly } from './charges.ts';
import { checkLedgerTotals } from './ledger-totals.ts';
import { createRecorder } from './recorder.ts';
import { type Saturation, saturate, toInbound } from './saturate.ts';
import { type Account, openConsole, type SeedRequest, seed } from './seed.ts';
import { countingSettings, countStatements, writeStatements } from './statements.ts';
import type { Arrival } from './traffic.ts';

export type ServerOptions = {
  /** Contains all of its data; removed at the end. */
  folder: string;
  /** Overrides the defaults of the configuration. */
  environment: Record<string, string>;
  /** The folder for statement statistics; null: none are collected. */
  profiles: string | null;
};

const options = JSON.parse(process.argv[2] ?? '') as ServerOptions; // written by the benchmark that starts this process
const dataDir = path.join(options.folder, 'data');
const config = readConfig({
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'error',
  APERTIUM_LOCAL: 'off',
  // The generator has one address and one session for the requests of hundreds of visitors.
  RATE_LIMIT_FACTOR: '100000',
  ...options.environment,
  DATA_DIR: dataDir,
});
const log = createLog(config.LOG_LEVEL);
const counting = options.profiles === null ? {} : { settings: countingSettings };
const embedded = await startEmbeddedDatabase({ dataDir, log, ...counting });
await migrate(embedded.url, log);
if (options.profiles !== null) await countStatements(embedded.adminUrl);
const app = await startApp({ config, databaseUrl: embedded.url, log, soleProcess: true });

const accounts: Account[] = [];
const accepted = createRecorder(monotonic);
const translated = createRecorder(monotonic);
/** Due times by text, for texts that wait for their translation. */
const dueByText = new Map<string, number>();
const outcomes = { done: 0, failed: 0, none: 0 };

app.services.conversations.changes.changed.on(({ message }) => {
  const due = dueByText.get(message.original);
  if (due === undefined || message.translationState === 'pending') return;
  dueByText.delete(message.original);
  outcomes[message.translationState] += 1;
  translated.done(due, monotonic());
});

function accept(arrivals: readonly Arrival[]): void {
  for (const arrival of arrivals) {
    accepted.came(arrival.due);
    app.services.conversations.accept([toInbound(accounts, arrival)]).then(
      () => accepted.done(arrival.due, monotonic()),
      (error: unknown) => {
        accepted.failed();
        log.error({ err: error }, 'a message was not accepted');
      },
    );
  }
}

const methods = {
  ready: (_: null) => true,
  about: async (_: null) => ({
    url: app.url,
    databaseUrl: embedded.url,
    postgres: (await app.database.pool.query<{ server_version: string }>('show server_version')).rows[0]
      ?.server_version,
  }),
  seed: (request: SeedRequest) => seed(app, accounts, request),
  openConsole: (workspaceId: WorkspaceId) => openConsole(app, workspaceId),
  /** Resets the records at the start of a phase. */
  begin: (_: null) => {
    accepted.begin();
    translated.begin();
    dueByText.clear();
    Object.assign(outcomes, { done: 0, failed: 0, none: 0 });
  },
  accept: (arrivals: readonly Arrival[]) => accept(arrivals),
  /** Does the same for texts to be translated, which must all differ. */
  acceptForTranslation: (arrivals: readonly Arrival[]) => {
    for (const { text, due } of arrivals) {
      dueByText.set(text, due);
      translated.came(due);
    }
    accept(arrivals);
  },
  /** Returns the results of the phase, once all messages are durable. */
  finish: (_: null) => accepted.finish(120_000),
  finishTranslations: async (_: null) => ({
    record: await translated.finish(120_000),
    outcomes: { ...outcomes },
  }),
  saturate: (request: Saturation) => saturate(app, accounts, request),
  chargeHot: (request: ChargeOptions) => chargeHot(app, request),
  chargeNaively: (request: { seconds: number }) => chargeNaively(app, request.seconds),
  insertOnly: (request: { seconds: number }) => insertOnly(app, request.seconds),
  checkLedgerTotals: (_: null) => checkLedgerTotals(app),
  /** Pushes to the desks of sub-accounts without using the database. */
  push: (request: { subAccountIds: readonly string[]; event: ChangedEvent }) => {
    for (const id of request.subAccountIds) app.services.realtime.desk(id).emit('changed', request.event);
  },
  /** Returns the memory of this process in bytes, after a garbage collection if the process may force one. */
  memory: (_: null) => {
    globalThis.gc?.();
    return process.memoryUsage().rss;
  },
  /** Returns the memory without a garbage collection. */
  resident: (_: null) => process.memoryUsage().rss,
};
export type ServerMethods = typeof methods;
type ChangedEvent = Parameters<ServerEvents['changed']>[0];

serveMethods(methods, async () => {
  await app.close();
  if (options.profiles !== null) await writeStatements(embedded.adminUrl, options.profiles);
  await embedded.stop();
  await rm(options.folder, { recursive: true, force: true });
});
