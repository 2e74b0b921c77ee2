/** Fakes for the tests of this module and of the modules that translate. */
import { EngineError, type EngineFailure, type OpenEngine, type TranslateRequest } from '@parley/engines';
import type { Clock } from '../../base/clock.ts';

/** A clock that stands still until the test advances it. */
export type FakeClock = Clock & {
  /** Advances the clock, ending due sleeps in order. */
  advance(ms: number): Promise<void>;
  /** The number of sleeping callers. */
  sleepers(): number;
};

export function createFakeClock(start = 1_700_000_000_000): FakeClock {
  let now = start;
  const sleeping = new Map<() => void, number>();
  /** Yields to everything that is ready to run. */
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    now: () => now,
    sleepers: () => sleeping.size,
    sleep(ms, signal) {
      return new Promise<void>((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const wake = () => resolve();
        sleeping.set(wake, now + ms);
        signal?.addEventListener('abort', () => sleeping.delete(wake) && reject(signal.reason), {
          once: true,
        });
      });
    },
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (;;) {
        const [next] = [...sleeping].filter(([, at]) => at <= end).sort((a, b) => a[1] - b[1]);
        if (next === undefined) break;
        now = Math.max(now, next[1]);
        sleeping.delete(next[0]);
        next[0]();
        await settle();
      }
      now = end;
    },
  };
}

export type FakeEngine = OpenEngine & {
  /** Applies from now on. A hanging request ends when it is aborted, or by `release`. */
  answer: { with: string } | { failure: EngineFailure } | { broken: Error } | { hang: true };
  supported: boolean;
  readonly requests: TranslateRequest[];
  /** The number of requests in flight. */
  readonly inside: number;
  /** Ends the hanging requests with this text, late. */
  release(text: string): void;
};

export function createFakeEngine(): FakeEngine {
  const requests: TranslateRequest[] = [];
  const hanging = new Set<(text: string) => void>();
  let inside = 0;
  const hang = (signal: AbortSignal) =>
    new Promise<{ text: string }>((resolve, reject) => {
      const release = (text: string) => resolve({ text });
      hanging.add(release);
      signal.addEventListener('abort', () => reject(new EngineError('timeout', 'aborted')), { once: true });
    });
  return {
    answer: { with: 'translated' },
    supported: true,
    requests,
    get inside() {
      return inside;
    },
    release(text) {
      for (const end of hanging) end(text);
      hanging.clear();
    },
    async supports() {
      return this.supported;
    },
    async translate(request) {
      requests.push(request);
      inside += 1;
      try {
        if ('with' in this.answer) return { text: this.answer.with };
        if ('failure' in this.answer) throw new EngineError(this.answer.failure, 'as the test wished');
        if ('broken' in this.answer) throw this.answer.broken;
        return await hang(request.signal);
      } finally {
        inside -= 1;
      }
    },
    async close() {},
  };
}
