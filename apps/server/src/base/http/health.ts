import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import type { Queue } from '../queue/queue.ts';
import { AppError } from './app-error.ts';
import { createOutageWatch, createReadiness } from './readiness.ts';

export type HealthDeps = {
  database: { pool: Pick<Database['pool'], 'totalCount' | 'idleCount' | 'waitingCount'> };
  /** `probe` shows whether the database accepts writes and jobs are processed. */
  queue: Pick<Queue, 'probe'>;
  log: Log;
  metrics: Metrics;
  /** The bearer token that `/metrics` requires; null: none. */
  metricsToken: string | null;
};

/**
 * `/healthz`: this process is alive. `/readyz`: it can serve, so its database answers and accepts writes, and its
 * jobs are processed; 503 names the reason. `/metrics`: Prometheus.
 */
export function registerHealth(app: FastifyInstance, deps: HealthDeps): void {
  const { database, metrics, metricsToken, queue, log } = deps;
  const hidden = { schema: { hide: true } };
  const readiness = createReadiness(queue.probe, log);
  // Logs the end of an outage without waiting for a probe.
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  app.refusedForNow.on(createOutageWatch(readiness, closing.signal));
  app.get('/healthz', hidden, async () => ({ status: 'ok' }));
  app.get('/readyz', hidden, async () => {
    const { reason, cause } = await readiness();
    if (reason !== null) throw new AppError('server.unavailable', { details: { reason }, cause });
    return { status: 'ready' };
  });
  app.get('/metrics', hidden, async (request, reply) => {
    if (metricsToken !== null && !carries(request.headers.authorization, metricsToken)) {
      reply.header('www-authenticate', 'Bearer');
      throw new AppError('auth.required');
    }
    metrics.oldestDueJob.set((await readiness()).oldestDueSeconds ?? Number.NaN);
    metrics.databaseConnections.set({ state: 'open' }, database.pool.totalCount);
    metrics.databaseConnections.set({ state: 'idle' }, database.pool.idleCount);
    metrics.databaseConnections.set({ state: 'waited for' }, database.pool.waitingCount);
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/** Compares in constant time, so that the duration reveals nothing about the token, not even its length. */
function carries(authorization: string | undefined, token: string): boolean {
  const given = /^bearer (.*)$/i.exec(authorization ?? '')?.[1] ?? '';
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
