/** The port's shapes of history: the messages in an account's chats from before it was added to Parley. */

/** `maxDays`: the age limit of what the platform provides. Null: everything that it keeps. */
export type HistorySupport = { maxDays: number | null };

export type HistoryRequest = {
  /** The `position` of the last page; null: start at the newest message. */
  position: string | null;
  /** Lower limit, ms since the epoch: older messages aren't requested. Null: no limit. */
  since: number | null;
  /** `ConnectorHost.addedAt`. */
  until: number;
};

export type HistoryBatchOf<Message> = {
  ok: true;
  /**
   * At most `historyLimits.messages`, all with `history: true`; newest first within each chat, and older than that chat's
   * messages on earlier pages. Excludes messages that are received live, as far as the platform allows to tell.
   */
  messages: readonly Message[];
  /** The server stores it together with the messages; any process can resume reading from it. Null: this was the last page. */
  position: string | null;
  /** The total number of entries of any kind in the range; absent: unknown. */
  total?: number;
  /** The number of those entries that this page covers; absent: as many as messages. */
  entries?: number;
};

/** `later`: retry from the last position. `refused`: the owner must act. */
export type HistoryTrouble = {
  ok: false;
  outcome: 'later' | 'refused';
  /** As in `CheckResult`. */
  reason: string;
  retryAfterMs?: number;
};
