/**
 * Intervals of the heartbeat of a server process, and of the takeover of what it held (jobs, social accounts): the
 * last heartbeat is at most `renewEveryMs` before a death, and the survivors check at least every two seconds, so a
 * dead process is replaced within 10 s. A pause of the process that is shorter than `fenceAfterMs` costs it nothing.
 */
export const processLease = {
  renewEveryMs: 1_000,
  /** A process without a sign for this long is dead to the others. */
  seconds: 7,
  /** A process that could give no sign for this long closes what it holds, before others may open it. */
  fenceAfterMs: 6_000,
  /** A gap of this length may have cost the other processes their heartbeats as well. */
  awayAfterMs: 3_500,
  /** A process judges others only while its own stored sign is at most this old by the database's clock. */
  ownSignSeconds: 3,
} as const;

/**
 * Derives what a process may conclude from its own successful heartbeats. While the database was away no process
 * could write one, so a process that has just started, or was cut off itself, judges the others only after a full
 * lease period. Times are in ms, of one clock.
 */
export class LeaseRecord {
  #sentAt: number | null = null;
  #judgesFrom = Number.POSITIVE_INFINITY;
  #lapses = 0;
  #lapsed = false;

  /** Records a sign that was stored: sent at `sentAt`, confirmed at `now`. */
  given(sentAt: number, now: number): void {
    this.check(sentAt);
    if (this.#sentAt === null || sentAt - this.#sentAt > processLease.awayAfterMs) {
      this.#judgesFrom = now + processLease.seconds * 1_000;
    }
    this.#sentAt = sentAt;
    this.#lapsed = false;
    // The answer may have come too late for what it confirms.
    this.check(now);
  }

  /** True when a process without a sign is dead, and not only kept from giving one. */
  mayJudge(now: number): boolean {
    return this.#sentAt !== null && now - this.#sentAt <= processLease.awayAfterMs && now >= this.#judgesFrom;
  }

  /** Returns true once for each lapse: nothing may be taken for held any more until the next sign. */
  check(now: number): boolean {
    if (this.#sentAt === null || this.#lapsed || now - this.#sentAt <= processLease.fenceAfterMs)
      return false;
    this.#lapsed = true;
    this.#lapses += 1;
    return true;
  }

  /** The number of lapses, and whether one lasts: data read before a lapse may be outdated after it. */
  get lapses(): { count: number; lasting: boolean } {
    return { count: this.#lapses, lasting: this.#lapsed };
  }
}
