import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/**
 * Open to every website, without credentials: callers there carry a bearer token, so that no visitor's cookies
 * are ever of use to a page that they didn't mean to write on.
 */
const open: FastifyCorsOptions = {
  origin: '*',
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
  allowedHeaders: ['authorization', 'content-type', 'systemLanguageCode'],
  exposedHeaders: ['retry-after', 'x-request-id'],
  maxAge: 86_400,
  strictPreflight: false,
};

/** Answers to paths below `prefixes`, refusals included, can be read by pages of other origins. Nothing else can. */
export async function openToOtherOrigins(app: FastifyInstance, prefixes: readonly string[]): Promise<void> {
  await app.register(cors, {
    delegator: (request, done) => {
      const isOpen = prefixes.some((prefix) => request.url?.startsWith(prefix));
      done(null, isOpen ? open : { origin: false });
    },
  });
}
