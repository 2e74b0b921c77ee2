import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Describer } from './openapi-describer.ts';

/**
 * Serves the API's own description, generated from the declarations that are enforced: `/api/openapi.json`,
 * `/api/docs`. The libraries are loaded and the document is generated at the first request for either.
 */
export function openApi(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  let loading: Promise<Describer> | null = null;
  const load = async () => (await import('./openapi-describer.ts')).describeRoutes(routes);
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    loading ??= load();
    const { status, headers, body } = await (await loading)(request);
    if (status === 404) return reply.callNotFound();
    return reply.code(status).headers(headers).send(body);
  };
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/*']) {
    app.get(url, { schema: { hide: true } }, answer);
  }
}
