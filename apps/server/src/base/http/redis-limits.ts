import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { RedisClientType } from 'redis';
import { z } from 'zod';

/** Options that the plugin passes for each route, missing in its declared type. */
const merged = z.object({
  routeInfo: z.object({ method: z.unknown().optional(), url: z.string().optional() }),
});

/**
 * Counts the requests of all server processes in Redis, as a store of `@fastify/rate-limit`. The plugin's own store
 * requires another Redis client than the one that realtime uses.
 */
export function redisLimits(redis: RedisClientType): FastifyRateLimitStoreCtor {
  return class implements FastifyRateLimitStore {
    prefix = 'parley-limit';

    /** Counts one request of `key` in a window of `ms` that starts with the first. */
    incr(key: string, answer: Parameters<FastifyRateLimitStore['incr']>[1], ms: number): void {
      // A MULTI would wait for the connection, whatever the client's settings.
      if (!redis.isReady) {
        answer(new Error('redis is out of reach'));
        return;
      }
      const name = `${this.prefix} ${key}`;
      redis
        .multi()
        .set(name, 0, { expiration: { type: 'PX', value: ms }, condition: 'NX' })
        .incr(name)
        .pTTL(name)
        .exec()
        .then(
          ([, current, ttl]) => answer(null, { current: Number(current), ttl: Number(ttl) }),
          (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))),
        );
    }

    /** Returns a store with separate counts for a route. */
    child(options: unknown): FastifyRateLimitStore {
      const { method, url } = merged.parse(options).routeInfo;
      const store = new (redisLimits(redis))({});
      // Limits that belong to no route include their name in their keys.
      const prefix = url === undefined ? `${this.prefix} further` : `${this.prefix} ${method} ${url}`;
      return Object.assign(store, { prefix });
    }
  };
}
