/** Measures how fast the console's pages answer while the desks are connected and messages arrive. */

import type { Endpoint } from '@parley/contract';
import { socialAccountPage } from '@parley/contract/channels';
import { getCharacterSummary } from '@parley/contract/characters';
import { chatHistoryConversations } from '@parley/contract/conversations';
import { subAccountPage } from '@parley/contract/sub-accounts';
import { arrive, seededRandom } from '../kit/arrivals.ts';
import type { Run } from '../kit/benchmark.ts';
import { type Spread, spreadOf } from '../kit/figures.ts';
import { monotonic } from '../kit/monotonic.ts';
import { callForText } from '../server-under-test/http.ts';
import { clock } from '../server-under-test/phase.ts';
import type { BarePageMethods, BarePageOptions } from './bare-page-process.ts';

const pages: readonly Endpoint[] = [
  subAccountPage,
  socialAccountPage,
  chatHistoryConversations,
  getCharacterSummary,
];

export type Pages = { each: ReadonlyMap<string, Spread>; all: Spread };

/** Warms the server up: requests each page `times` times sequentially, so that its code is compiled. */
export async function warmPages(url: string, token: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1)
    for (const page of pages) await callForText(url, page, { token });
}

/** Calls `ask` 20 times per second, with the due time, and resolves when all requests are answered. */
async function askOften(
  seconds: number,
  ask: (due: number) => Promise<void>,
  meanwhile: (due: number) => void = () => undefined,
): Promise<void> {
  const running: Promise<void>[] = [];
  await arrive(clock, { perSecond: 20, seconds, random: seededRandom(3) }, (due) => {
    running.push(...due.map(ask));
    for (const moment of due) meanwhile(moment);
  });
  await Promise.all(running);
}

/** Requests the pages in turn, calling `meanwhile` as often. */
export async function measurePages(
  url: string,
  token: string,
  seconds: number,
  meanwhile: (due: number) => void,
): Promise<Pages> {
  const latencies = new Map<string, number[]>();
  for (const page of pages) latencies.set(page.path, []);
  let turn = 0;
  const ask = async (due: number) => {
    const page = pages[turn % pages.length];
    turn += 1;
    if (!page) return;
    await callForText(url, page, { token });
    latencies.get(page.path)?.push(monotonic() - due);
  };
  await askOften(seconds, ask, meanwhile);
  return {
    each: new Map([...latencies].map(([path, sample]) => [path, spreadOf(sample)])),
    all: spreadOf([...latencies.values()].flat()),
  };
}

/** Measures a bare server's page at the same rate while nothing else happens. */
export async function measureBarePage(run: Run, databaseUrl: string): Promise<Spread> {
  const file = new URL('./bare-page-process.ts', import.meta.url);
  const options: BarePageOptions = { databaseUrl };
  const server = await run.children.start<BarePageMethods>(file, options);
  const url = await server.call('url', null);
  const read = async () => (await fetch(url)).text();
  for (let time = 0; time < 200; time += 1) await read();
  const sample: number[] = [];
  await askOften(run.quick ? 3 : 12, async (due) => {
    await read();
    sample.push(monotonic() - due);
  });
  await server.stop();
  return spreadOf(sample);
}
