/** The port's shapes of histories: what an account's chats hold from before it was added to Parley. */
import type { CheckContext, ConnectorHost, InboundMessage } from '../spec.ts';

/** `mostDays`: the platform gives out nothing older; null: all that it keeps. */
export type HistorySupport = { mostDays: number | null };

export type HistoryRequest = {
  /** The `position` of the last page; null: from the newest message on. */
  position: string | null;
  /** Nothing older is wanted, ms since the epoch; null: all. */
  since: number | null;
  /** The account was added at this time, ms since the epoch: what is younger came or comes live. */
  until: number;
};

/** `cursor`: what the account's connection has saved, to be read alone. */
export type HistoryContext = CheckContext & { cursor: Pick<ConnectorHost['cursor'], 'load'> };

export type HistoryBatch = {
  ok: true;
  /**
   * At most `historyLimits.messages`, all with `history: true`; newest first within each chat, and older than those of the
   * chat on the pages before. Messages that came or come live are left out as far as the platform can tell.
   */
  messages: readonly InboundMessage[];
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
