/** Starts the edge without modules and database, with routes that show how it parses requests. */
import { Writable } from 'node:stream';
import { createLog } from '../../log.ts';
import { createMetrics } from '../../metrics.ts';
import { createEdge, type EdgeOptions } from '../edge.ts';

export type TestEdge = Awaited<ReturnType<typeof createTestEdge>>;

export async function createTestEdge(options: Partial<EdgeOptions> = {}) {
  const lines: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  const app = await createEdge({
    log: createLog('debug', sink),
    metrics: createMetrics(),
    demoMode: false,
    rateLimitFactor: 1,
    generalLimit: { max: 10, windowSeconds: 60, per: 'session' },
    trustProxy: false,
    redis: null,
    crossOriginPrefixes: [],
    ...options,
  });
  const show = { validatorCompiler: () => () => true };
  app.get('/query', show, async ({ query }) => query);
  app.post('/body', show, async ({ body }) => ({ body }));
  app.setNotFoundHandler((request, reply) => {
    app.knownPaths.refuseMethod(request, reply);
    reply.status(404).send({});
  });
  return {
    app,
    /** The lines that it has logged. */
    lines,
    [Symbol.asyncDispose]: () => app.close(),
  };
}
