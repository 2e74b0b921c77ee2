import type { RedisClientType } from 'redis';
import type { Log } from '../log.ts';

/**
 * Adapts the Redis client to Socket.IO's adapter during outages of Redis. The adapter (0.3.1) ignores the promise of
 * `publish`, so that its failure would end the process; its readers loop without a pause, so they must wait for the
 * connection instead of failing at once; and it releases its copies when their last read ends, which never happens
 * while Redis is gone. Pushes are lossy by design: a lost one is logged.
 */
export function adapterClient(redis: RedisClientType, log: Log) {
  const copies: RedisClientType[] = [];
  const overrides: Readonly<Record<PropertyKey, unknown>> = {
    publish: (...args: Parameters<RedisClientType['publish']>) =>
      redis.publish(...args).catch((error: unknown) => {
        log.debug({ err: error }, 'a push to the other servers was lost');
        return 0;
      }),
    duplicate: () => {
      const copy = redis.duplicate({ disableOfflineQueue: false });
      copies.push(copy);
      // Closed below, perhaps before the adapter closes it; then nothing is left to do.
      return Object.assign(copy, { disconnect: async () => void (copy.isOpen && copy.destroy()) });
    },
  };
  const client = new Proxy(redis, {
    get(target, name) {
      if (Object.hasOwn(overrides, name)) return overrides[name];
      // The client's methods read private fields, so they must be bound to it and not to the proxy.
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    client,
    /** Releases the copies; the client itself belongs to its creator. */
    close(): void {
      for (const copy of copies) if (copy.isOpen) copy.destroy();
    },
  };
}
