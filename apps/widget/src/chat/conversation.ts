/**
 * The visitor's view of the conversation, as far as it was received from the server. Answers may come late, twice, or
 * in any order; the outcome is the same: each message once, in its latest state, in the server's order.
 */
import type { VisitorMessage } from '@parley/contract/visitor';

export type WidgetConversation = {
  /** The server's whole answer at the start: what was known before is forgotten. */
  reset(messages: readonly VisitorMessage[], lastSeq: number): void;
  /** Messages that came alone (the answer to a send): they don't move the cursor, for there may be a gap before them. */
  merge(messages: readonly VisitorMessage[]): void;
  /** Everything up to `lastSeq`. */
  caughtUp(messages: readonly VisitorMessage[], lastSeq: number): void;
  has(id: string): boolean;
  /** Oldest first. */
  list(): readonly VisitorMessage[];
  /** All events up to this one are known. */
  cursor(): number;
  /** The place of the business's latest message; 0 without one. */
  lastFromBusiness(): number;
  /** The business's messages after `seq`. */
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
