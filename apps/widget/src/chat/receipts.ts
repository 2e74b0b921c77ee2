/** Tracks how far the visitor has received and read, and how far that was reported to the server. */
import type { WidgetStore } from '../lib/store.ts';

type Marks = { read: number; toldRead: number; toldDelivered: number };

export type VisitorReceipt = { seq: number; state: 'delivered' | 'read' };

export type Receipts = {
  read(): number;
  markRead(seq: number): void;
  /** The next receipt that the server should get. */
  due(delivered: number): VisitorReceipt | null;
  told(receipt: VisitorReceipt): void;
  /** A conversation that is shorter than the marks is another one: they shrink with it. */
  limit(lastSeq: number): void;
};

export function createReceipts(store: WidgetStore): Receipts {
  /** Read again each time: another tab may have moved them. */
  function marks(): Marks {
    const [read = 0, toldRead = 0, toldDelivered = 0] = (store.get('marks') ?? '')
      .split(',')
      .map((part) => Number(part) || 0);
    return { read, toldRead, toldDelivered };
  }
  function change(to: (mark: number, name: keyof Marks) => number): void {
    const { read, toldRead, toldDelivered } = marks();
    store.set(
      'marks',
      `${to(read, 'read')},${to(toldRead, 'toldRead')},${to(toldDelivered, 'toldDelivered')}`,
    );
  }
  return {
    read: () => marks().read,
    markRead: (seq) => change((mark, name) => (name === 'read' ? Math.max(mark, seq) : mark)),
    due(delivered) {
      const { read, toldRead, toldDelivered } = marks();
      if (read > toldRead) return { seq: read, state: 'read' };
      return delivered > toldDelivered ? { seq: delivered, state: 'delivered' } : null;
    },
    // A read message has been delivered.
    told: ({ seq, state }) =>
      change((mark, name) =>
        name === 'toldDelivered' || (name === 'toldRead' && state === 'read') ? Math.max(mark, seq) : mark,
      ),
    limit: (lastSeq) => change((mark) => Math.min(mark, lastSeq)),
  };
}
