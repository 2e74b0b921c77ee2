/** Measures what the server adds to the engine's own time between an arriving message and its stored translation. */

import { arrive, seededRandom } from '../kit/arrivals.ts';
import type { Run } from '../kit/benchmark.ts';
import { percent, type Spread, spreadCells, spreadOf, spreadTitles, table, whole } from '../kit/figures.ts';
import { waitUntil } from '../kit/wait-until.ts';
import { connectDesk } from '../server-under-test/desk.ts';
import { clock, createInbox, type Inbox } from '../server-under-test/phase.ts';
import type { SeedRequest } from '../server-under-test/seed.ts';
import type { Server } from '../server-under-test/start.ts';
import { type Crowd, createTraffic } from '../server-under-test/traffic.ts';
import { createSentences } from './sentences.ts';

const workspace: SeedRequest = { subAccounts: 2, accounts: 5, desks: 1, firstDesks: 1, translation: true };

export type TranslationResult = { markdown: string; overheads: ReadonlyMap<number, Spread> };

/** `engineMs`: the engine's time for each answer, which is subtracted; its HTTP call counts as the server's. */
export async function measureTranslations(
  run: Run,
  server: Server,
  engineMs: number,
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
  const phase = (perSecond: number, seconds: number) =>
    runTranslations(server, { perSecond, seconds, crowd, dueByText, inbox, sentence, engineMs });
  await phase(50, 2);
  const rows: string[][] = [];
  const overheads = new Map<number, Spread>();
  for (const perSecond of [50, 100, 200]) {
    run.say(`translation: ${perSecond}/s`);
    const result = await phase(perSecond, run.quick ? 3 : 12);
    overheads.set(perSecond, result.stored);
    rows.push(...result.rows);
  }
  for (const desk of desks) desk.disconnect();
  const titles = [`beyond the engine's ${engineMs} ms`, 'translated', ...spreadTitles, 'server process'];
  return { markdown: table(titles, rows), overheads };
}

type TranslationPhase = {
  perSecond: number;
  seconds: number;
  crowd: Crowd;
  dueByText: Map<string, number>;
  inbox: Inbox;
  sentence: () => string;
  engineMs: number;
};

async function runTranslations(server: Server, request: TranslationPhase) {
  const { perSecond, dueByText, inbox, engineMs } = request;
  const random = seededRandom(perSecond);
  const make = createTraffic(request.crowd, random, `translate-${perSecond}-${request.seconds}`);
  await server.call('begin', null);
  inbox.begin();
  let sent = 0;
  await arrive(clock, { ...request, random }, (due) => {
    const arrivals = due.map((moment) => ({ ...make(moment), text: request.sentence() }));
    for (const { text, due: moment } of arrivals) dueByText.set(text, moment + engineMs);
    sent += arrivals.length;
    server.tell('acceptForTranslation', arrivals);
  });
  const { record, outcomes } = await server.call('finishTranslations', null);
  await waitUntil(() => inbox.count() >= outcomes.done, 10_000);
  if (outcomes.done !== sent) throw new Error(`of ${sent} messages: ${JSON.stringify(outcomes)}`);
  const stored = spreadOf(record.latencies.map((latency) => latency - engineMs));
  const load = `${perSecond}/s: due →`;
  return {
    stored,
    rows: [
      [`${load} stored and charged`, whole(stored.count), ...spreadCells(stored), percent(record.processor)],
      [`${load} desk`, whole(inbox.count()), ...spreadCells(inbox.spread()), ''],
    ],
  };
}
