/** Tracks how far the visitor has received and read, and how far that was reported to the server. */
import type { WidgetStore } from '../lib/store.ts';

export type VisitorReceipt = { seq: number; state: 'delivered' | 'read' };

export type Receipts = {
  read(): number;
  markRead(seq: number): void;
  /** Returns the next receipt to send to the server. */
  due(delivered: number): VisitorReceipt | null;
  told(receipt: VisitorReceipt): void;
  /** Lowers marks above `lastSeq`: a conversation shorter than the marks is a different one. */
  limit(lastSeq: number): void;
};

/** Read, reported as read, reported as delivered; stored in this order. */
type Marks = [read: number, toldRead: number, toldDelivered: number];

export function createReceipts(store: WidgetStore): Receipts {
  /** Read from the store each time, because another tab may have moved them. */
  function marks(): Marks {
    const [read, toldRead, toldDelivered] = (store.get('marks') ?? '').split(',');
    return [Number(read) || 0, Number(toldRead) || 0, Number(toldDelivered) || 0];
  }
  const raise = (...to: Marks): void =>
    store.set(
      'marks',
      marks()
        .map((mark, at) => Math.max(mark, to[at] ?? 0))
        .join(),
    );
  return {
    read: () => marks()[0],
    markRead: (seq) => raise(seq, 0, 0),
    due(delivered) {
      const [read, toldRead, toldDelivered] = marks();
      if (read > toldRead) return { seq: read, state: 'read' };
      return delivered > toldDelivered ? { seq: delivered, state: 'delivered' } : null;
    },
    // A read message counts as delivered.
    told: ({ seq, state }) => raise(0, state === 'read' ? seq : 0, seq),
    limit: (lastSeq) =>
      store.set(
        'marks',
        marks()
          .map((mark) => Math.min(mark, lastSeq))
          .join(),
      ),
  };
}
