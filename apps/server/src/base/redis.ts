import type { RedisClientType } from 'redis';
import { systemClock } from './clock.ts';
import type { Log } from './log.ts';

/** Time limit for Redis to answer at the start, in ms. */
const answerLimit = 10_000;

/** Its message is a sentence for the person who starts the server. */
export class RedisUnavailable extends Error {
  override name = 'RedisUnavailable';
}

/**
 * Connects to Redis, for shared state of several server processes that may be lost: counts of requests, pushes.
 * Without a connection every command fails at once, so that no request waits for an absent Redis. Throws
 * `RedisUnavailable` if there is no connection after `limitMs`: a Redis started alongside the server may take a
 * while.
 */
export async function connectRedis(url: string, log: Log, limitMs = answerLimit): Promise<RedisClientType> {
  const { createClient } = await import('redis');
  const client: RedisClientType = createClient({ url, disableOfflineQueue: true });
  const problems: unknown[] = [];
  client.on('error', (error: unknown) => {
    problems.push(error);
    log.warn({ err: error }, 'redis is out of reach');
  });
  const waiting = new AbortController();
  const connected = client.connect().then(
    () => true,
    (error: unknown) => {
      problems.push(error);
      return false;
    },
  );
  const late = systemClock.sleep(limitMs, waiting.signal).then(
    () => false,
    () => false,
  );
  const done = await Promise.race([connected, late]);
  waiting.abort();
  if (done) return client;
  client.destroy();
  throw new RedisUnavailable(`The Redis that REDIS_URL names can't be used: ${reasonOf(problems, limitMs)}`);
}

function reasonOf(problems: readonly unknown[], limitMs: number): string {
  const last = problems.at(-1);
  const [first = last] = last instanceof AggregateError ? last.errors : [];
  if (first instanceof Error && first.message !== '') return first.message;
  return `it takes connections and doesn't answer within ${limitMs / 1000} s`;
}
