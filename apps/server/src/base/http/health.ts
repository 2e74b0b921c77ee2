import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Database, ping } from '../db/database.ts';
import type { Metrics } from '../metrics.ts';
import { AppError } from './app-error.ts';

export type HealthDeps = {
  database: Database;
  metrics: Metrics;
  /** The bearer token that `/metrics` wants; null: none. */
  metricsToken: string | null;
};

/** `/healthz`: this process lives. `/readyz`: it can serve, so its database answers. `/metrics`: Prometheus. */
export function registerHealth(app: FastifyInstance, { database, metrics, metricsToken }: HealthDeps): void {
  const hidden = { schema: { hide: true } };
  app.get('/healthz', hidden, async () => ({ status: 'ok' }));
  app.get('/readyz', hidden, async () => {
    await ping(database).catch((error: unknown) => {
      throw new AppError('server.unavailable', { cause: error });
    });
    return { status: 'ready' };
  });
  app.get('/metrics', hidden, async (request, reply) => {
    if (metricsToken !== null && !carries(request.headers.authorization, metricsToken)) {
      reply.header('www-authenticate', 'Bearer');
      throw new AppError('auth.required');
    }
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/** Compares in a time that says nothing about how much of the token is right, its length included. */
function carries(authorization: string | undefined, token: string): boolean {
  const given = /^bearer (.*)$/i.exec(authorization ?? '')?.[1] ?? '';
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
