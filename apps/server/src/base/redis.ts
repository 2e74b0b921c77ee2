import { createClient, type RedisClientType } from 'redis';
import type { Log } from './log.ts';

/**
 * What several server processes share that may be lost: counts of requests, pushes. Without a connection every
 * command fails at once, so that nobody waits for a Redis that has gone.
 */
export async function connectRedis(url: string, log: Log): Promise<RedisClientType> {
  const client: RedisClientType = createClient({ url, disableOfflineQueue: true });
  client.on('error', (error: unknown) => log.warn({ err: error }, 'redis is out of reach'));
  await client.connect();
  return client;
}
