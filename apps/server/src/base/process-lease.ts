/**
 * Timing of a server process's heartbeat, and of the takeover of its jobs and social accounts: the last heartbeat is
 * at most `renewEveryMs` older than the death, and the survivors check at least every two seconds, so a dead process
 * is replaced within 10 s. A pause of the process shorter than `fenceAfterMs` has no consequences.
 */
export const processLease = {
  renewEveryMs: 1_000,
  /** Lease period: a process without a heartbeat for this long is dead to the others. */
  seconds: 7,
  /** A process that could store no heartbeat for this long releases what it holds, before others may take it over. */
  fenceAfterMs: 6_000,
  /** A gap of this length may have kept other processes from storing heartbeats as well. */
  awayAfterMs: 3_500,
  /** A process judges others only while its own stored heartbeat is at most this old by the database's clock. */
  ownSignSeconds: 3,
} as const;

/**
 * Derives what a process may conclude from its own successful heartbeats. During an outage of the database no process
 * could write one, so a process that has just started, or was cut off itself, judges the others only after a full
 * lease period. Times are in ms, all of one clock.
 */
export class LeaseRecord {
  #sentAt: number | null = null;
  #judgesFrom = Number.POSITIVE_INFINITY;
  #lapses = 0;
  #lapsed = false;

  /** Records a stored heartbeat: sent at `sentAt`, confirmed at `now`. */
  given(sentAt: number, now: number): void {
    this.check(sentAt);
    if (this.#sentAt === null || sentAt - this.#sentAt > processLease.awayAfterMs) {
      this.#judgesFrom = now + processLease.seconds * 1_000;
    }
    this.#sentAt = sentAt;
    this.#lapsed = false;
    // The confirmation may have arrived after the lease had expired.
    this.check(now);
  }

  /** Returns whether a process without a heartbeat must be dead, and not merely unable to store one. */
  mayJudge(now: number): boolean {
    return this.#sentAt !== null && now - this.#sentAt <= processLease.awayAfterMs && now >= this.#judgesFrom;
  }

  /** Returns true once per lapse: from then until the next heartbeat the process may hold nothing. */
  check(now: number): boolean {
    if (this.#sentAt === null || this.#lapsed || now - this.#sentAt <= processLease.fenceAfterMs)
      return false;
    this.#lapsed = true;
    this.#lapses += 1;
    return true;
  }

  /** Returns the number of lapses, and whether one is ongoing: data read before a lapse may be stale after it. */
  get lapses(): { count: number; lasting: boolean } {
    return { count: this.#lapses, lasting: this.#lapsed };
  }
}
