/**
 * Answers requests for paths that exist under another method (405 with `Allow`), and for methods that this server
 * doesn't support (501).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './app-error.ts';

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export type KnownPaths = {
  /** Throws 501 for an unknown method, or 405 if the path exists under other methods; otherwise returns. */
  refuseMethod(request: FastifyRequest, reply: FastifyReply): void;
  /** Returns all routes, e.g. `PUT /api/things/:id`. */
  list(): string[];
};

/** Must be called before the routes are declared. */
export function collectKnownPaths(app: FastifyInstance): KnownPaths {
  const paths = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const path = paths.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const one of [method].flat()) path.methods.add(one);
    paths.set(url, path);
  });
  const list = () =>
    [...paths].flatMap(([url, { methods }]) => [...methods].map((method) => `${method} ${url}`));
  const refuseMethod: KnownPaths['refuseMethod'] = (request, reply) => {
    if (!knownMethods.has(request.method)) throw new AppError('request.method-unknown');
    const [path = ''] = request.url.split('?');
    const methods = new Set(
      [...paths.values()].filter(({ pattern }) => pattern.test(path)).flatMap((one) => [...one.methods]),
    );
    if (methods.size === 0 || methods.has(request.method)) return;
    reply.header('allow', [...methods].sort().join(', '));
    throw new AppError('request.method-not-allowed');
  };
  return { list, refuseMethod };
}

/** Returns a pattern of the addresses that match a route such as `/a/:id`. */
function patternOf(url: string): RegExp {
  const parts = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replace(/[.+?^$(){}|[\]\\]/g, '\\$&')));
  return new RegExp(`^${parts.join('/')}$`);
}
