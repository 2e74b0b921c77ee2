import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Event streams end only when somebody ends them: at close the server does, or it would wait for them for ever. */
export function endStreamsAtClose(app: FastifyInstance): void {
  const open = new Set<ServerResponse>();
  app.addHook('onRequest', async (_request, { raw }) => {
    open.add(raw);
    raw.once('close', () => open.delete(raw));
  });
  app.addHook('preClose', async () => {
    for (const response of open) {
      if (String(response.getHeader('content-type')).startsWith('text/event-stream')) response.end();
    }
  });
}
