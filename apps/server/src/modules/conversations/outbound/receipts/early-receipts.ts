/**
 * Keeps receipts that overtake the storing of the platform's own answer. They name an id that no row has yet, and come only
 * once. In memory: the process that sends for an account also receives its receipts, and after a crash in between the message is
 * in doubt anyway.
 */
import type { Receipt } from './service.ts';

/** Receipts kept for one account, the latest. */
const mostKept = 100;

export type EarlyReceipts = {
  /** A message of an account is handed to the platform. */
  begin(messageId: string, socialAccountId: string): void;
  /**
   * Keeps a receipt until the messages that are on their way now have arrived. False: there are none, so that it names nothing
   * that is to come.
   */
  keep(receipt: Receipt): boolean;
  forget(receipt: Receipt): void;
  /** The answer for a message is stored, or there is none. Returns the receipts that may concern it. */
  end(messageId: string): Receipt[];
};

/** `left`: the messages that it may concern. */
type Kept = { receipt: Receipt; left: number };

export function createEarlyReceipts(): EarlyReceipts {
  const accountOf = new Map<string, string>();
  const counts = new Map<string, number>();
  const kept = new Map<string, Kept[]>();
  const put = (id: string, those: Kept[]) => {
    if (those.length === 0) kept.delete(id);
    else kept.set(id, those.slice(-mostKept));
  };
  return {
    begin(messageId, id) {
      if (accountOf.has(messageId)) return;
      accountOf.set(messageId, id);
      counts.set(id, (counts.get(id) ?? 0) + 1);
    },
    keep(receipt) {
      const { socialAccountId: id } = receipt;
      const left = counts.get(id) ?? 0;
      if (left > 0) put(id, [...(kept.get(id) ?? []), { receipt, left }]);
      return left > 0;
    },
    forget(receipt) {
      const { socialAccountId: id } = receipt;
      put(
        id,
        (kept.get(id) ?? []).filter((one) => one.receipt !== receipt),
      );
    },
    end(messageId) {
      const id = accountOf.get(messageId);
      if (id === undefined) return [];
      accountOf.delete(messageId);
      const count = (counts.get(id) ?? 0) - 1;
      if (count > 0) counts.set(id, count);
      else counts.delete(id);
      const those = kept.get(id) ?? [];
      put(
        id,
        those.flatMap(({ receipt, left }) => (left > 1 ? { receipt, left: left - 1 } : [])),
      );
      return those.map(({ receipt }) => receipt);
    },
  };
}
