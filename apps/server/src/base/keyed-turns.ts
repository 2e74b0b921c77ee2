/**
 * Lets at most so many pieces of work with the same key run at once. The others wait in the order in which they came and
 * hold nothing meanwhile, so that no key takes what all share.
 */
type KeyedTurnsOptions = {
  /** Pieces of work with one key that run at once. */
  most: number;
  /** Time after which a piece of work that has not begun is given up, in ms. */
  waitMs: number;
};

/** The turn did not come in time; the work has not begun. */
export class NoTurn extends Error {
  override name = 'NoTurn';
}

type Line = { running: number; waiting: Set<() => void> };

export class KeyedTurns {
  readonly #options: KeyedTurnsOptions;
  readonly #lines = new Map<string, Line>();

  constructor(options: KeyedTurnsOptions) {
    this.#options = options;
  }

  /** Resolves and rejects as `work` does. Rejects with `NoTurn` when its turn doesn't come in time. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: new Set() };
    this.#lines.set(key, line);
    if (line.running < this.#options.most) line.running += 1;
    else await this.#wait(line, key);
    try {
      return await work();
    } finally {
      this.#pass(line, key);
    }
  }

  #wait(line: Line, key: string): Promise<void> {
    return new Promise((begin, giveUp) => {
      const called = () => {
        clearTimeout(timer);
        begin();
      };
      const timer = setTimeout(() => {
        line.waiting.delete(called);
        giveUp(new NoTurn(`the turn did not come in time: ${key}`));
      }, this.#options.waitMs);
      line.waiting.add(called);
    });
  }

  /** Hands the place over to the next, or frees it. */
  #pass(line: Line, key: string): void {
    const [next] = line.waiting;
    if (next) {
      line.waiting.delete(next);
      next();
      return;
    }
    line.running -= 1;
    if (line.running === 0) this.#lines.delete(key);
  }
}
