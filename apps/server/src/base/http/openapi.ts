import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Describer } from './openapi-describer.ts';
import { type PreparedAnswer, prepareFile, sendPrepared } from './prepared-answer.ts';

/** `file` null: a redirect or a refusal, without content. */
type Description = { status: number; headers: Record<string, string>; file: PreparedAnswer | null };

const loadDescriber = async (routes: readonly RouteOptions[]): Promise<Describer> =>
  (await import('./openapi-describer.ts')).describeRoutes(routes);

/** More than the page has files. */
const mostFiles = 100;

/** Returns the one spelling of a path as the router has decoded it; null for one that other paths lead to as well. */
function pathOf({ routeOptions, params }: FastifyRequest<{ Params: { '*'?: string } }>): string | null {
  const { '*': rest = '' } = params;
  const parts = rest.split('/');
  if (rest !== '' && parts.some((part) => ['', '.', '..'].includes(part))) return null;
  return (routeOptions.url ?? '').replace('*', () => parts.map(encodeURIComponent).join('/'));
}

/**
 * Serves the API's own description, generated from the declarations that are enforced: `/api/openapi.json`,
 * `/api/docs`. The libraries are loaded and the document is generated at the first request for either. Anyone may ask as often as
 * for a file, so the document, which takes tens of milliseconds, is made and compressed once.
 */
export function openApi(app: FastifyInstance, load = loadDescriber): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  let loading: Promise<Describer> | null = null;
  const files = new Map<string, Description>();
  const reading = new Map<string, Promise<Description>>();

  async function describe(path: string): Promise<Description> {
    loading ??= load(routes);
    const { status, headers, body } = await (await loading)(path);
    if (status !== 200) return { status, headers, file: null };
    return { status, headers, file: await prepareFile(body, headers['content-type'] ?? 'text/plain') };
  }

  /** Only files that exist are kept: they are few, and others can't displace them. */
  async function read(path: string): Promise<Description> {
    const kept = files.get(path);
    if (kept !== undefined) return kept;
    const begun = reading.get(path) ?? describe(path).finally(() => reading.delete(path));
    reading.set(path, begun);
    const described = await begun;
    if (described.file !== null && files.size < mostFiles) files.set(path, described);
    return described;
  }

  const answer = async (request: FastifyRequest<{ Params: { '*'?: string } }>, reply: FastifyReply) => {
    const path = pathOf(request);
    if (path === null) return reply.callNotFound();
    const { status, headers, file } = await read(path);
    if (status === 404) return reply.callNotFound();
    reply.code(status).headers(headers);
    return file === null ? reply.send() : sendPrepared(request, reply, file);
  };
  for (const url of ['/api/openapi.json', '/api/docs', '/api/docs/*']) {
    app.get(url, { schema: { hide: true } }, answer);
  }
}
