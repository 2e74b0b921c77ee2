/** Throttles sending by the limits that a platform's connector declares, with token buckets in memory. */
import type { PlatformRate, SendLimits } from '@parley/connectors';

export type LimitedChat = { id: string; kind: 'private' | 'group' };
export type Wait = { ms: number; scope: 'account' | 'chat' };

export type Throttle = {
  /** Counts a message to a chat and returns null, or counts nothing and returns how long it has to wait. */
  take(chat: LimitedChat, now: number): Wait | null;
};

/**
 * A token bucket that starts full and refills at the limit's rate. It counts in integers, because fractions would add
 * up to less than a message: a message costs `perMs`, and each ms adds `count`.
 */
export class TokenBucket {
  readonly #limit: PlatformRate;
  readonly #capacity: number;
  #credit: number;
  #at: number;

  constructor(limit: PlatformRate, now: number) {
    const { count, perMs, burst = count } = limit;
    this.#limit = limit;
    this.#capacity = burst * perMs;
    this.#credit = this.#capacity;
    this.#at = now;
  }

  /** Returns the ms until a message may be sent; 0 when it may be sent now. */
  wait(now: number): number {
    this.#fill(now);
    const { count, perMs } = this.#limit;
    return Math.max(0, Math.ceil((perMs - this.#credit) / count));
  }

  take(): void {
    this.#credit -= this.#limit.perMs;
  }

  isFull(now: number): boolean {
    this.#fill(now);
    return this.#credit >= this.#capacity;
  }

  #fill(now: number): void {
    // A clock that was set back neither adds nor removes credit.
    const passed = Math.max(0, now - this.#at);
    this.#credit = Math.min(this.#capacity, this.#credit + passed * this.#limit.count);
    this.#at = now;
  }
}

/** Most chats with buckets in memory; beyond it, full buckets are evicted. */
const chatsKept = 1_000;

/** `app`: the buckets of the account's app, shared by all its accounts in this process. */
export function createThrottle(limits: SendLimits, app: readonly TokenBucket[], now: number): Throttle {
  const bucketsOf = (declared: readonly PlatformRate[] = [], at: number) =>
    declared.map((limit) => new TokenBucket(limit, at));
  const account = [...app, ...bucketsOf(limits.account, now)];
  const chats = new Map<string, TokenBucket[]>();
  const ofChat = ({ id, kind }: LimitedChat, at: number): TokenBucket[] => {
    const known = chats.get(id);
    if (known) return known;
    if (chats.size >= chatsKept)
      for (const [other, buckets] of chats) if (buckets.every((one) => one.isFull(at))) chats.delete(other);
    const buckets = bucketsOf(kind === 'group' ? (limits.group ?? limits.chat) : limits.chat, at);
    chats.set(id, buckets);
    return buckets;
  };
  return {
    take(chat, at) {
      const longest = (buckets: readonly TokenBucket[]) => Math.max(0, ...buckets.map((one) => one.wait(at)));
      const own = ofChat(chat, at);
      const waits = { account: longest(account), chat: longest(own) };
      if (waits.chat > 0) return { ms: waits.chat, scope: 'chat' };
      if (waits.account > 0) return { ms: waits.account, scope: 'account' };
      for (const bucket of [...account, ...own]) bucket.take();
      return null;
    },
  };
}

/** Returns the buckets of an app, the same ones for all its accounts in this process. */
export type AppBuckets = (platform: string, app: string | null, limits: SendLimits) => readonly TokenBucket[];

export function createAppBuckets(now: () => number): AppBuckets {
  const apps = new Map<string, readonly TokenBucket[]>();
  return (platform, app, limits) => {
    if (app === null || limits.app === undefined) return [];
    const key = `${platform} ${app}`;
    const buckets = apps.get(key) ?? limits.app.map((limit) => new TokenBucket(limit, now()));
    apps.set(key, buckets);
    return buckets;
  };
}
