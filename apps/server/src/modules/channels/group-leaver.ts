/**
 * Makes one social account leave the groups that agents want it to leave. Leaving is idempotent, so nothing has to be
 * recorded before the request.
 */
import type { Connection, LeaveResult } from '@parley/connectors';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Departure, DepartureOutcome, Departures } from '../conversations/index.ts';
import { createCoalescedRuns } from './coalesced-runs.ts';
import { nextRetryAt } from './outbound-retry.ts';
import type { Sender, SendingAccount } from './sender.ts';

const atOnce = 4;
/** Most attempts at a platform that doesn't answer or asks to wait. */
const maxAttempts = 5;
/** A connection may be down for hours: that costs no attempt, and is retried after `downMs`. */
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

  const rounds = createCoalescedRuns(
    () => connection() !== null && !closing,
    async () => {
      try {
        const waiting = await departures.next(workspaceId, socialAccountId, atOnce);
        // If this process stalled during the query, another one may hold these departures, or the account may have
        // rejoined the group.
        const open = connection();
        if (open === null) return;
        await Promise.all(waiting.map((departure) => leave(open, departure)));
        if (waiting.length === atOnce) rounds.nudge();
      } catch (error) {
        // The rows are unchanged and are read again within a second.
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
  const isOver = outcome === 'permanent' || attempts + 1 >= maxAttempts;
  return {
    ok: false,
    reason,
    retryAt: isOver ? null : nextRetryAt(now, attempts, retryAfterMs),
    counts: true,
  };
}
