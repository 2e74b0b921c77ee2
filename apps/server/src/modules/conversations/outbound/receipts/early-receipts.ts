/**
 * Buffers receipts that arrive before the platform's answer is stored: they name an id that no row has yet, and aren't repeated.
 * Kept in memory, as the process that sends for an account also receives its receipts; after a crash in between, the message is
 * in doubt anyway.
 */
import type { Receipt } from './service.ts';

/** Maximum number of receipts buffered per account; the latest are kept. */
const maxKept = 100;

export type EarlyReceipts = {
  /** Registers a message of an account that is being handed to the platform. */
  begin(messageId: string, socialAccountId: string): void;
  /**
   * Buffers a receipt until the messages in flight have been answered. Returns false if there are none, so that no later message
   * can match.
   */
  keep(receipt: Receipt): boolean;
  forget(receipt: Receipt): void;
  /** Unregisters a message, answered or failed. Returns the receipts that may concern it. */
  end(messageId: string): Receipt[];
};

/** `left`: the number of messages in flight that it may concern. */
type Kept = { receipt: Receipt; left: number };

export function createEarlyReceipts(): EarlyReceipts {
  const accountOf = new Map<string, string>();
  const counts = new Map<string, number>();
  const kept = new Map<string, Kept[]>();
  const put = (id: string, those: Kept[]) => {
    if (those.length === 0) kept.delete(id);
    else kept.set(id, those.slice(-maxKept));
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
