/** Limits the memory of request bodies, from their arrival until the response: for each sender, and for all. */
import { AppError } from './app-error.ts';

/** In bytes. */
export type BodyMemoryLimits = {
  /**
   * The beginning of each body, which doesn't count: ordinary requests are read completely even while large ones are refused.
   */
  uncounted: number;
  perSender: number;
  /** A sender holds at most half of what the others leave of it. */
  total: number;
};

const defaultLimits: BodyMemoryLimits = {
  uncounted: 64 * 1024,
  perSender: 32 * 1024 * 1024,
  total: 256 * 1024 * 1024,
};

/** Tells a sender that has too many bodies in flight when to try again. */
const retrySeconds = 5;

/** The memory of one body. */
export type BodyAccount = {
  /** Counts bytes that have arrived. Returns the error to refuse the body with, or null. */
  add(bytes: number): AppError | null;
  release(): void;
};

export class BodyMemory {
  readonly #limits: BodyMemoryLimits;
  readonly #bySender = new Map<string, number>();
  #total = 0;

  constructor(limits = defaultLimits) {
    this.#limits = limits;
  }

  open(sender: string): BodyAccount {
    let arrived = 0;
    let held = 0;
    let isOpen = true;
    return {
      add: (bytes) => {
        // A piece that arrives after the response is dropped.
        if (!isOpen) return null;
        arrived += bytes;
        const more = Math.max(0, Math.min(bytes, arrived - this.#limits.uncounted));
        if (more === 0) return null;
        const refusal = this.#refusalOf(sender, more);
        if (refusal !== null) return refusal;
        held += more;
        this.#hold(sender, more);
        return null;
      },
      release: () => {
        if (held > 0) this.#hold(sender, -held);
        held = 0;
        isOpen = false;
      },
    };
  }

  #refusalOf(sender: string, bytes: number): AppError | null {
    const own = this.#bySender.get(sender) ?? 0;
    if (own + bytes > this.#limits.perSender)
      return new AppError('request.too-many', { details: { seconds: retrySeconds } });
    // As switches share their buffers: however many senders hold memory, some is left for the next one.
    const left = this.#limits.total - (this.#total - own);
    return own + bytes > left / 2 ? new AppError('server.unavailable') : null;
  }

  #hold(sender: string, bytes: number): void {
    this.#total += bytes;
    const held = (this.#bySender.get(sender) ?? 0) + bytes;
    if (held > 0) this.#bySender.set(sender, held);
    else this.#bySender.delete(sender);
  }
}
