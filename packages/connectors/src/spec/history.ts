/** The port's shapes of histories: what an account's chats hold from before it was added to Parley. */

/** `mostDays`: the platform gives out nothing older; null: all that it keeps. */
export type HistorySupport = { mostDays: number | null };

export type HistoryRequest = {
  /** The `position` of the last page; null: from the newest message on. */
  position: string | null;
  /** Nothing older is wanted, ms since the epoch; null: all. */
  since: number | null;
  /** `ConnectorHost.addedAt`. */
  until: number;
};

export type HistoryBatchOf<Message> = {
  ok: true;
  /**
   * At most `historyLimits.messages`, all with `history: true`; newest first within each chat, and older than those of the
   * chat on the pages before. Messages that came or come live are left out as far as the platform can tell.
   */
  messages: readonly Message[];
  /** The server stores it together with the messages, and reading goes on behind it, in any process; null: that was all. */
  position: string | null;
  /** The number of entries of any kind that the platform has in the range; absent: unknown. */
  total?: number;
  /** The number of those entries that this page has gone through; absent: as many as messages. */
  entries?: number;
};

/** `later`: try again from the last position. `refused`: the owner must act. */
export type HistoryTrouble = {
  ok: false;
  outcome: 'later' | 'refused';
  /** As of `CheckResult`. */
  reason: string;
  retryAfterMs?: number;
};
