import pLimit, { type LimitFunction } from 'p-limit';

/** Most works, the running one included: of one sender, and of all. */
type Limits = { each: number; all: number };

/**
 * Runs one work at a time, the senders' in turn: a sender's next one waits behind one of every other sender. A sender with
 * many delays another's first work by the one that is running.
 */
export class TurnQueue {
  /** Has at most one work of each sender, so that its order is that of their turns. */
  readonly #turns = pLimit(1);
  readonly #senders = new Map<string, { works: LimitFunction; size: number }>();
  readonly #limits: Limits;
  #size = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Returns null, and doesn't run the work, if the queue is full or `over` has been aborted by the time of its turn. */
  async run<T>(sender: string, over: AbortSignal, work: () => Promise<T>): Promise<T | null> {
    const own = this.#senders.get(sender) ?? { works: pLimit(1), size: 0 };
    if (own.size >= this.#limits.each || this.#size >= this.#limits.all) return null;
    this.#senders.set(sender, own);
    own.size += 1;
    this.#size += 1;
    try {
      return await own.works(() => this.#turns(() => (over.aborted ? null : work())));
    } finally {
      own.size -= 1;
      this.#size -= 1;
      if (own.size === 0) this.#senders.delete(sender);
    }
  }
}
