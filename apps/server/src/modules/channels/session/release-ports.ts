/** Releases the ports of held accounts. A port whose process has died expires (`releaseExpiredPorts` of the ports). */
import { type PortSessionEnd, releaseHeldPorts } from '../../ports/index.ts';
import type { HeldAccount } from '../open-accounts/queries.ts';
import type { SessionRunner } from './runner.ts';
import type { AccountSession } from './state.ts';
import type { PortsDeps } from './take-ports.ts';

/** Releases the ports of accounts that are barred from a session, and of those that were offline for too long. */
export async function releasePorts(deps: PortsDeps, held: readonly SessionRunner[]): Promise<void> {
  const now = deps.clock.now();
  const over = held.map((runner) => ({ runner, why: portEnd(runner.session, runner.account.barred, now) }));
  for (const [why, some] of Map.groupBy(over, (one) => one.why)) {
    if (why === null) continue;
    const accounts = some.map(({ runner }) => runner.account);
    const ended = await releaseHeldPorts(deps.database, deps.processId, accounts, why);
    const gone = new Set(ended.map(({ socialAccountId }) => socialAccountId));
    for (const { runner } of some) {
      runner.dispatch({ type: 'port-ended', why });
      if (gone.has(runner.account.id)) runner.announceAgain();
    }
  }
}

/** A session gives its port back after not being online for this long, in ms. */
const mayBeAwayMs = 90_000;

/** Returns why the session's port must be released; null when it keeps the port or has none. */
export function portEnd(
  session: AccountSession,
  barred: HeldAccount['barred'],
  now: number,
): PortSessionEnd | null {
  if (session.port !== 'held') return null;
  if (barred !== null) return barred === 'not-permitted' ? 'not-permitted' : 'disabled';
  return 'awaySince' in session && now - session.awaySince > mayBeAwayMs ? 'lost' : null;
}
