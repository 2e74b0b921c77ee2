import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/**
 * Opens paths to every website, without credentials: callers there carry a bearer token, so that a visitor's cookies
 * are of no use to a page that they didn't mean to write on.
 */
const open: FastifyCorsOptions = {
  origin: '*',
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
  allowedHeaders: ['authorization', 'content-type', 'systemLanguageCode'],
  exposedHeaders: ['retry-after', 'x-request-id'],
  maxAge: 86_400,
  strictPreflight: false,
};

/** Lets pages of other origins read responses, refusals included, to paths below `prefixes`, and no others. */
export async function enableCors(app: FastifyInstance, prefixes: readonly string[]): Promise<void> {
  await app.register(cors, {
    delegator: (request, done) => {
      const isOpen = prefixes.some((prefix) => request.url?.startsWith(prefix));
      done(null, isOpen ? open : { origin: false });
    },
  });
}
