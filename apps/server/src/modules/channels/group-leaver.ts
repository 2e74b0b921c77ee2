/**
 * Takes one social account out of the groups that agents want it to leave. Doing it twice does it once, so nothing has to be
 * written down before the platform is asked.
 */
import type { Connection, LeaveResult } from '@parley/connectors';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Departure, DepartureOutcome, Departures } from '../conversations/index.ts';
import { nextTry } from './next-try.ts';
import { createRounds } from './rounds.ts';
import type { Sender, SendingAccount } from './sender.ts';

const atOnce = 4;
/** Of a platform that answers nothing, or asks to wait. */
const mostAttempts = 5;
/** A connection may be down for hours. It costs no attempt, and is looked at again after so long. */
const isDown = ({ reason }: { reason: string }) => reason === 'platform-not-connected';
const downMs = 1_000;

export type GroupLeaverDeps = { departures: Departures; clock: Clock; log: Log };

export function createGroupLeaver(
  { departures, clock, log }: GroupLeaverDeps,
  account: SendingAccount,
  connection: () => Connection | null,
): Sender {
  let closing = false;
  const { workspaceId, id: socialAccountId } = account;

  async function leave(open: Connection, departure: Departure): Promise<void> {
    const result = await ask(open, departure, log);
    await departures.done(workspaceId, departure, outcomeOf(result, departure, clock.now()));
  }

  const rounds = createRounds(
    () => connection() !== null && !closing,
    async () => {
      try {
        const waiting = await departures.next(workspaceId, socialAccountId, atOnce);
        // If this process stood still during the query, another one has them, or has joined the group again since.
        const open = connection();
        if (open === null) return;
        await Promise.all(waiting.map((departure) => leave(open, departure)));
        if (waiting.length === atOnce) rounds.nudge();
      } catch (error) {
        // The rows stay as they are, and are found again within a second.
        log.warn({ err: error, socialAccountId }, 'groups to leave could not be read or stored');
      }
    },
  );
  return {
    nudge: rounds.nudge,
    async close() {
      closing = true;
      await rounds.settled();
    },
  };
}

/** Never rejects. */
async function ask(open: Connection, { chatId }: Departure, log: Log): Promise<LeaveResult> {
  if (open.leaveGroup === undefined) return { ok: false, outcome: 'permanent', reason: 'group-not-left' };
  try {
    return await open.leaveGroup(chatId);
  } catch (error) {
    log.warn({ err: error }, 'a connector failed while it left a group');
    return { ok: false, outcome: 'transient', reason: 'group-not-left' };
  }
}

function outcomeOf(result: LeaveResult, { attempts }: Departure, now: number): DepartureOutcome {
  if (result.ok) return result;
  if (isDown(result)) return { ok: false, reason: result.reason, retryAt: now + downMs, counts: false };
  const { reason, outcome, retryAfterMs } = result;
  const isOver = outcome === 'permanent' || attempts + 1 >= mostAttempts;
  return { ok: false, reason, retryAt: isOver ? null : nextTry(now, attempts, retryAfterMs), counts: true };
}
