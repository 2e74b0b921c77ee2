import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Describer } from './openapi-describer.ts';
import { type PreparedAnswer, prepareFile, sendPrepared } from './prepared-answer.ts';

/** `file` null: a redirect or a refusal, without content. */
type Description = { status: number; headers: Record<string, string>; file: PreparedAnswer | null };

const loadDescriber = async (routes: readonly RouteOptions[]): Promise<Describer> =>
  (await import('./openapi-describer.ts')).describeRoutes(routes);

/** More than the page has files. */
const keptFiles = 100;

/**
 * Serves the API's own description, generated from the declarations that are enforced: `/api/openapi.json`,
 * `/api/docs`. The libraries are loaded and the document is generated at the first request for either. Anyone may ask as often as
 * for a file, so the document, which takes tens of milliseconds, is made and compressed once.
 */
export function openApi(app: FastifyInstance, load = loadDescriber): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  let loading: Promise<Describer> | null = null;
  const known = new LRUCache<string, Promise<Description>>({ max: keptFiles });

  async function describe(path: string): Promise<Description> {
    loading ??= load(routes);
    const { status, headers, body } = await (await loading)(path);
    if (status !== 200) return { status, headers, file: null };
    return { status, headers, file: await prepareFile(body, headers['content-type'] ?? 'text/plain') };
  }

  function read(path: string): Promise<Description> {
    const kept = known.get(path);
    if (kept !== undefined) return kept;
    const reading = describe(path);
    known.set(path, reading);
    const forget = () => void known.delete(path);
    // Only files that exist are kept.
    reading.then(({ file }) => file ?? forget(), forget);
    return reading;
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { status, headers, file } = await read(request.url.replace(/\?.*/s, ''));
    if (status === 404) return reply.callNotFound();
    reply.code(status).headers(headers);
    return file === null ? reply.send() : sendPrepared(request, reply, file);
  };
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/*']) {
    app.get(url, { schema: { hide: true } }, answer);
  }
}
