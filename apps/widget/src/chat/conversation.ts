/**
 * The visitor's view of the conversation, as received from the server so far. Answers may arrive late, twice, or in any
 * order; the result is the same: each message once, in its latest state, in the server's order.
 */
import type { VisitorMessage } from '@parley/contract/visitor';

export type WidgetConversation = {
  /** Replaces everything by the server's complete answer at the start of a visit. */
  reset(messages: readonly VisitorMessage[], lastSeq: number): void;
  /** Adds single messages (answers to a send) without moving the cursor, because there may be a gap before them. */
  merge(messages: readonly VisitorMessage[]): void;
  /** Adds everything up to `lastSeq`. */
  caughtUp(messages: readonly VisitorMessage[], lastSeq: number): void;
  has(id: string): boolean;
  /** Oldest first. */
  list(): readonly VisitorMessage[];
  /** Returns the number up to which all events are known. */
  cursor(): number;
  /** Returns the place of the business's latest message; 0 if there is none. */
  lastFromBusiness(): number;
  /** Returns the number of the business's messages after `seq`. */
  unreadAfter(seq: number): number;
};

export function createConversation(): WidgetConversation {
  let byId = new Map<string, VisitorMessage>();
  let sorted: readonly VisitorMessage[] | null = null;
  let cursor = 0;
  function merge(messages: readonly VisitorMessage[]): void {
    for (const message of messages) {
      const known = byId.get(message.id);
      if (known !== undefined && known.changedSeq >= message.changedSeq) continue;
      byId.set(message.id, message);
      sorted = null;
    }
  }
  function list(): readonly VisitorMessage[] {
    sorted ??= [...byId.values()].sort((a, b) => a.seq - b.seq);
    return sorted;
  }
  const fromBusiness = (): VisitorMessage[] => list().filter((message) => message.from === 'business');
  return {
    merge,
    list,
    reset(messages, lastSeq) {
      byId = new Map();
      sorted = null;
      cursor = lastSeq;
      merge(messages);
    },
    caughtUp(messages, lastSeq) {
      merge(messages);
      cursor = Math.max(cursor, lastSeq);
    },
    has: (id) => byId.has(id),
    cursor: () => cursor,
    lastFromBusiness: () => fromBusiness().at(-1)?.seq ?? 0,
    unreadAfter: (seq) => fromBusiness().filter((message) => message.seq > seq).length,
  };
}
