/** Runs one open-loop phase against a server: arrivals by a plan, and their outcomes. */

import { poll } from '@parley/testing';
import { arrive, seededRandom } from '../kit/arrivals.ts';
import { type Spread, spreadOf } from '../kit/figures.ts';
import { monotonic } from '../kit/monotonic.ts';
import { pause } from '../kit/pause.ts';
import type { Record } from './recorder.ts';
import type { Server } from './start.ts';
import { type Crowd, createTraffic } from './traffic.ts';

export const clock = { now: monotonic, sleep: pause };

export type PhaseOptions = { perSecond: number; seconds: number; crowd: Crowd; tag: string };
export type Phase = { record: Record; durable: Spread; pushed: Spread; perSecond: number };

/** Collects the pushes that desks receive. */
export function createInbox() {
  let latencies: number[] = [];
  return {
    received(due: number | null): void {
      if (due !== null) latencies.push(monotonic() - due);
    },
    begin(): void {
      latencies = [];
    },
    count: () => latencies.length,
    latencies: () => Float64Array.from(latencies),
    spread: () => spreadOf(latencies),
  };
}
export type Inbox = ReturnType<typeof createInbox>;

/** Runs one phase; `inbox` belongs to desks that receive every message of the crowd's accounts. */
export async function runPhase(server: Server, inbox: Inbox, request: PhaseOptions): Promise<Phase> {
  const random = seededRandom(request.perSecond);
  const make = createTraffic(request.crowd, random, request.tag);
  inbox.begin();
  await server.call('begin', null);
  let sent = 0;
  await arrive(clock, { ...request, random }, (due) => {
    sent += due.length;
    server.tell('accept', due.map(make));
  });
  const record = await server.call('finish', null);
  await poll(() => inbox.count() >= sent - record.failed, 10_000);
  const durable = spreadOf(record.latencies);
  return { record, durable, pushed: inbox.spread(), perSecond: (durable.count / record.elapsedMs) * 1000 };
}
