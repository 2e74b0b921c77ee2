/** Schedules conversations fairly while a platform's limits throttle the account. */
import type { Clock } from '../../base/clock.ts';
import type { LimitedChat, Throttle } from './send-limits.ts';

export type Turns = {
  /** Returns whether the account may send now. */
  isOpen(): boolean;
  /** Returns the chats to skip: those at their own limit, and those that had their turn while others wait. */
  passedOver(): string[];
  /**
   * Called when every chat has had its turn. Returns true when a new round begins, in which skipped chats may have
   * messages.
   */
  over(): boolean;
  /** Counts a message to this chat. Returns false when it has to wait; `wake` is called afterwards. */
  take(chat: LimitedChat): boolean;
  /** Resolves when another message may be sent to this chat, and counts it. Rejects if `signal` aborts first. */
  pace(chat: LimitedChat, signal: AbortSignal): Promise<void>;
};

/**
 * A waiting period. Setting the clock back to before its beginning ends it; the limits themselves are then checked
 * again.
 */
export type Pause = { from: number; until: number };

export const isPaused = ({ from, until }: Pause, now: number): boolean => from <= now && now < until;

export function createTurns(throttle: Throttle, clock: Clock, signal: AbortSignal, wake: () => void): Turns {
  const resting = new Map<string, Pause>();
  /** Chats served since the account's limit was reached: the others take precedence. */
  const served = new Set<string>();
  let accountPause: Pause = { from: 0, until: 0 };
  /** The time when the account's limit was last reached. */
  let contendedAt = Number.NEGATIVE_INFINITY;
  let wakesAt = Number.POSITIVE_INFINITY;

  function wakeAt(at: number): void {
    if (at >= wakesAt) return;
    wakesAt = at;
    clock.sleep(at - clock.now(), signal).then(
      () => {
        if (wakesAt === at) wakesAt = Number.POSITIVE_INFINITY;
        wake();
        const ends = [...resting.values()].filter((pause) => isPaused(pause, clock.now()));
        if (ends.length > 0) wakeAt(Math.min(...ends.map(({ until }) => until)));
      },
      () => undefined,
    );
  }

  return {
    isOpen: () => !isPaused(accountPause, clock.now()),
    passedOver() {
      const now = clock.now();
      for (const [id, pause] of resting) if (!isPaused(pause, now)) resting.delete(id);
      return [...resting.keys(), ...served];
    },
    over() {
      const any = served.size > 0;
      served.clear();
      return any;
    },
    take(chat) {
      const now = clock.now();
      const wait = throttle.take(chat, now);
      if (wait === null) {
        if (now - contendedAt < contentionMs) served.add(chat.id);
        return true;
      }
      const pause = { from: now, until: now + wait.ms };
      if (wait.scope === 'chat') resting.set(chat.id, pause);
      else {
        accountPause = pause;
        contendedAt = now;
      }
      wakeAt(now + wait.ms);
      return false;
    },
    async pace(chat, stopped) {
      for (;;) {
        const wait = throttle.take(chat, clock.now());
        if (wait === null) return;
        await clock.sleep(wait.ms, stopped);
      }
    },
  };
}

/** Chats take turns for this long after the account's limit was reached, in ms. */
const contentionMs = 5_000;
