import type { FastifyInstance } from 'fastify';
import { type Database, ping } from '../db/database.ts';
import type { Metrics } from '../metrics.ts';
import { AppError } from './app-error.ts';

/** `/healthz`: this process lives. `/readyz`: it can serve, so its database answers. `/metrics`: Prometheus. */
export function registerHealth(
  app: FastifyInstance,
  { database, metrics }: { database: Database; metrics: Metrics },
): void {
  const hidden = { schema: { hide: true } };
  app.get('/healthz', hidden, async () => ({ status: 'ok' }));
  app.get('/readyz', hidden, async () => {
    await ping(database).catch((error: unknown) => {
      throw new AppError('server.unavailable', { cause: error });
    });
    return { status: 'ready' };
  });
  app.get('/metrics', hidden, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
