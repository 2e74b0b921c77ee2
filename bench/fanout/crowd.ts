/** Runs the desks of both servers: their processes, the rooms that each joins, and the pushes that they received. */

import { poll } from '@parley/testing';
import type { Run } from '../kit/benchmark.ts';
import type { Child } from '../kit/children.ts';
import { type Spread, spreadOf } from '../kit/figures.ts';
import { monotonic } from '../kit/monotonic.ts';
import type { DesksMethods } from './desks-process.ts';

const processes = 2;

export type Received = Spread & { lost: number };

export type Crowd = {
  /** Connects more desks; returns how many seconds that took. */
  connect(logins: readonly Record<string, unknown>[]): Promise<number>;
  size(): number;
  begin(): Promise<void>;
  /** Returns everything received since `begin`, after waiting for `expected` pushes in all. */
  finish(expected: number): Promise<Received>;
  /** Returns the number of pushes since `begin`. */
  count(): Promise<number>;
  stop(): Promise<void>;
};

export async function openCrowd({ children }: Run, url: string): Promise<Crowd> {
  const file = new URL('./desks-process.ts', import.meta.url);
  const parts: Child<DesksMethods>[] = [];
  for (let count = 0; count < processes; count += 1) parts.push(await children.start<DesksMethods>(file, {}));
  let size = 0;
  const count = async () => {
    const counts = await Promise.all(parts.map((part) => part.call('count', null)));
    return counts.reduce((sum, one) => sum + one, 0);
  };
  return {
    async connect(logins) {
      const start = monotonic();
      const shareOf = (index: number) => logins.filter((_, at) => at % processes === index);
      await Promise.all(parts.map((part, index) => part.call('connect', { url, logins: shareOf(index) })));
      size += logins.length;
      return (monotonic() - start) / 1000;
    },
    size: () => size,
    async begin() {
      await Promise.all(parts.map((part) => part.call('begin', null)));
    },
    count,
    async finish(expected) {
      await poll(async () => (await count()) >= expected, 15_000);
      const received = await Promise.all(parts.map((part) => part.call('received', null)));
      const latencies = received.flatMap((one) => [...one.latencies]);
      return { ...spreadOf(latencies), lost: received.reduce((sum, one) => sum + one.lost, 0) };
    },
    async stop() {
      await Promise.all(parts.map((part) => part.stop()));
    },
  };
}
