/** Measures how many messages per second are durably accepted, judged and pushed, and how long that takes. */

import type { Run } from '../kit/benchmark.ts';
import { percent, spreadCells, spreadOf, spreadTitles, table, whole } from '../kit/figures.ts';
import { connectDesk } from '../server-under-test/desk.ts';
import { createInbox, type Inbox, type Phase, runPhase } from '../server-under-test/phase.ts';
import type { Throughput } from '../server-under-test/saturate.ts';
import type { Seeded, SeedRequest } from '../server-under-test/seed.ts';
import type { Server } from '../server-under-test/start.ts';
import { type Crowd, dueOf } from '../server-under-test/traffic.ts';

const workspaces = 4;
/** With one desk per sub-account, so that every message is pushed once and received once. */
const workspace: SeedRequest = { subAccounts: 5, accounts: 5, desks: 1, firstDesks: 1, translation: false };
export const accountCount = workspaces * workspace.subAccounts * workspace.accounts;
const crowd: Crowd = { accounts: { first: 0, count: accountCount }, regulars: 4_000, newcomers: 0.05 };

export type InboundResult = {
  markdown: string;
  /** The phases, by their load. */
  phases: ReadonlyMap<number, Phase>;
  most: Throughput;
};

export async function measureInbound(run: Run, server: Server): Promise<InboundResult> {
  const seconds = run.quick ? 2 : 10;
  run.say('inbound: seeding workspaces, connecting desks');
  const inbox = createInbox();
  const desks = await openDesks(server, inbox, await seedWorkspaces(server));
  run.say('inbound: first encounters');
  const strangers = await server.call('saturate', { crowd, window: 400, seconds: null, tag: 'first' });
  await runPhase(server, inbox, { perSecond: 300, seconds: 2, crowd, tag: 'warm' });
  const phases = new Map<number, Phase>();
  for (const perSecond of [200, 500, 1_000, 2_000]) {
    run.say(`inbound: ${perSecond}/s`);
    phases.set(
      perSecond,
      await runPhase(server, inbox, { perSecond, seconds, crowd, tag: `load-${perSecond}` }),
    );
  }
  run.say('inbound: as many as it takes');
  const most = await server.call('saturate', { crowd, window: 800, seconds, tag: 'most' });
  for (const desk of desks) desk.disconnect();
  return { phases, most, markdown: tableOf(phases, most, strangers) };
}

/** Seeds the workspaces; their accounts have consecutive indexes. */
export async function seedWorkspaces(server: Server): Promise<Seeded[]> {
  const seeded: Seeded[] = [];
  for (let count = 0; count < workspaces; count += 1) seeded.push(await server.call('seed', workspace));
  return seeded;
}

/** Connects the desks of workspaces, which receive every message. */
export async function openDesks(server: Server, inbox: Inbox, seeded: readonly Seeded[]) {
  const tokens = seeded.flatMap(({ subAccounts }) => subAccounts.flatMap(({ deskTokens }) => deskTokens));
  return Promise.all(
    tokens.map((token) =>
      connectDesk(server.url, { token }, ({ message }) => inbox.received(dueOf(message.original))),
    ),
  );
}

function tableOf(phases: ReadonlyMap<number, Phase>, most: Throughput, strangers: Throughput): string {
  const rows = [...phases].flatMap(([load, { record, durable, pushed, perSecond }]) => [
    [`${whole(load)}/s: due → durable`, whole(perSecond), ...spreadCells(durable), percent(record.processor)],
    [
      `${whole(load)}/s: due → desk (${whole(pushed.count)} of ${whole(durable.count)} seen)`,
      '',
      ...spreadCells(pushed),
      '',
    ],
  ]);
  const closed = (name: string, { perSecond, latencies }: Throughput) => [
    name,
    whole(perSecond),
    ...spreadCells(spreadOf(latencies)),
    '',
  ];
  return table(
    ['load', 'accepted/s', ...spreadTitles, 'server process'],
    [
      ...rows,
      closed('800 always under way', most),
      closed('400 always under way, each from somebody new', strangers),
    ],
  );
}
