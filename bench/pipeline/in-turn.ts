/** Alternates two kinds of the same load, so that both run under the same conditions. */
import type { Run } from '../kit/benchmark.ts';
import { type Inbox, runPhase } from '../server-under-test/phase.ts';
import type { Server } from '../server-under-test/start.ts';
import { waitUntilAnalyzed } from '../server-under-test/statistics.ts';
import type { Crowd } from '../server-under-test/traffic.ts';

/** Each kind goes first equally often, because the tables grow from phase to phase. */
export const inTurn = <First extends string, Second extends string>(first: First, second: Second) =>
  [first, second, second, first, first, second, second, first] as const;

/** Sends a first message from everyone of both kinds and loads the server briefly, before and after its tables are analyzed. */
export async function warmUp(
  it: Run,
  { server, inbox, perSecond }: { server: Server; inbox: Inbox; perSecond: number },
  crowds: Readonly<Record<string, Crowd>>,
): Promise<void> {
  for (const [kind, crowd] of Object.entries(crowds)) {
    it.say(`${kind}: first messages`);
    await server.call('saturate', { crowd, window: 400, seconds: null, tag: `first-${kind}` });
    await runPhase(server, inbox, { perSecond, seconds: 3, crowd, tag: `warm-${kind}` });
  }
  it.say('waiting until the database has analyzed its tables');
  await waitUntilAnalyzed(server.databaseUrl);
  for (const [kind, crowd] of Object.entries(crowds))
    await runPhase(server, inbox, { perSecond, seconds: 3, crowd, tag: `warmer-${kind}` });
}
