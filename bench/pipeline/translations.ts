/** Measures what the server adds to the engine's own time between an arriving message and its stored translation. */

import { poll } from '@parley/testing';
import { arrive, seededRandom } from '../kit/arrivals.ts';
import type { Budget, Run } from '../kit/benchmark.ts';
import {
  ms,
  percent,
  type Spread,
  spreadCells,
  spreadOf,
  spreadTitles,
  table,
  whole,
} from '../kit/figures.ts';
import { connectDesk } from '../server-under-test/desk.ts';
import { clock, createInbox, type Inbox } from '../server-under-test/phase.ts';
import type { SeedRequest } from '../server-under-test/seed.ts';
import type { Server } from '../server-under-test/start.ts';
import { waitUntilAnalyzed } from '../server-under-test/statistics.ts';
import { type Crowd, createTraffic } from '../server-under-test/traffic.ts';
import { measureBareTranslations } from './bare-translations.ts';
import type { TranslationEngine } from './engine.ts';
import { createSentences } from './sentences.ts';

const workspace: SeedRequest = { subAccounts: 2, accounts: 5, desks: 1, firstDesks: 1, translation: true };

export type TranslationResult = { markdown: string; overheads: ReadonlyMap<number, Spread> };

export function translationBudgets(overheads: TranslationResult['overheads']): Budget[] {
  const calm = overheads.get(50)?.p50 ?? Number.NaN;
  const busy = overheads.get(200)?.p99 ?? Number.NaN;
  const what = 'translation beyond the engine';
  return [
    { what: `${what} at 50/s: p50`, budget: '< 10 ms', seen: `${ms(calm)} ms`, hit: calm < 10 },
    { what: `${what} at 200/s: p99`, budget: '< 50 ms', seen: `${ms(busy)} ms`, hit: busy < 50 },
  ];
}

/** Subtracts the median of the engine's own time in each phase; the HTTP call to it counts as the server's time. */
export async function measureTranslations(
  run: Run,
  server: Server,
  engine: TranslationEngine,
): Promise<TranslationResult> {
  const { firstAccount, subAccounts } = await server.call('seed', workspace);
  const crowd = { accounts: { first: firstAccount, count: 10 }, regulars: 300, newcomers: 0.02 };
  const dueByText = new Map<string, number>();
  const inbox = createInbox();
  const desks = await Promise.all(
    subAccounts.map((subAccount) =>
      connectDesk(server.url, { token: subAccount.deskTokens[0] }, ({ message }) => {
        if (message.translation !== null) inbox.received(dueByText.get(message.original) ?? null);
      }),
    ),
  );
  const sentence = createSentences();
  let phases = 0;
  const phase = (perSecond: number, seconds: number) => {
    phases += 1;
    // Its own: a message with the id of another phase would pass for a redelivered one.
    const name = `translate-${phases}`;
    return runTranslations(server, { name, perSecond, seconds, crowd, dueByText, inbox, sentence, engine });
  };
  // Warm up: code must be compiled, tables analyzed, and statements planned.
  run.say('translation: warming up');
  await phase(200, run.quick ? 3 : 15);
  await waitUntilAnalyzed(server.databaseUrl);
  await phase(200, 3);
  const rows: string[][] = [];
  const overheads = new Map<number, Spread>();
  for (const perSecond of [50, 100, 200]) {
    run.say(`translation: ${perSecond}/s`);
    const result = await phase(perSecond, run.quick ? 3 : 12);
    overheads.set(perSecond, result.stored);
    rows.push(...result.rows, await bareRow(run, server, engine, perSecond));
  }
  for (const desk of desks) desk.disconnect();
  const titles = [
    `beyond the engine’s ${engine.latencyMs} ms`,
    'translated',
    ...spreadTitles,
    'server process',
  ];
  return { markdown: table(titles, rows), overheads };
}

async function bareRow(
  { quick }: Run,
  { databaseUrl }: Server,
  engine: TranslationEngine,
  perSecond: number,
) {
  const bare = await measureBareTranslations({
    databaseUrl,
    engine,
    perSecond,
    seconds: quick ? 3 : 6,
  });
  return [`${perSecond}/s: the bare driver and fetch`, whole(bare.count), ...spreadCells(bare), ''];
}

type TranslationPhase = {
  name: string;
  perSecond: number;
  seconds: number;
  crowd: Crowd;
  dueByText: Map<string, number>;
  inbox: Inbox;
  sentence: () => string;
  engine: TranslationEngine;
};

async function runTranslations(server: Server, request: TranslationPhase) {
  const { perSecond, dueByText, inbox, engine } = request;
  const random = seededRandom(perSecond);
  const make = createTraffic(request.crowd, random, request.name);
  await server.call('begin', null);
  inbox.begin();
  await engine.ownTime();
  let sent = 0;
  await arrive(clock, { ...request, random }, (due) => {
    const arrivals = due.map((moment) => ({ ...make(moment), text: request.sentence() }));
    for (const { text, due: moment } of arrivals) dueByText.set(text, moment);
    sent += arrivals.length;
    server.tell('acceptForTranslation', arrivals);
  });
  const { record, outcomes } = await server.call('finishTranslations', null);
  await poll(() => inbox.count() >= outcomes.done, 10_000);
  if (outcomes.done !== sent) throw new Error(`of ${sent} messages: ${JSON.stringify(outcomes)}`);
  const engineMs = await engine.ownTime();
  const stored = spreadOf(record.latencies.map((latency) => latency - engineMs));
  const pushed = spreadOf(inbox.latencies().map((latency) => latency - engineMs));
  const load = `${perSecond}/s: due →`;
  return {
    stored,
    rows: [
      [`${load} stored and charged`, whole(stored.count), ...spreadCells(stored), percent(record.processor)],
      [`${load} desk`, whole(pushed.count), ...spreadCells(pushed), ''],
    ],
  };
}
