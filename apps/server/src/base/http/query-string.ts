import type { FastifyInstance } from 'fastify';
import { parse } from 'qs';
import { AppError } from './app-error.ts';

/**
 * Limits from the specification. Requests beyond them are refused: silently dropped parameters would go unnoticed.
 */
const limits = { depth: 5, arrayLimit: 20, parameterLimit: 1_000 };

/** Marks a query that can't be parsed: the router parses it where no error can be returned. */
const unreadable = Object.freeze({});

/** Parses dot notation, as the clients write it: `a.b=1`, `list[0]=x`, `list[0].name=y`. */
export function parseQuery(text: string): Record<string, unknown> {
  if (text === '') return {};
  try {
    return parse(text, {
      ...limits,
      allowDots: true,
      strictDepth: true,
      throwOnLimitExceeded: true,
      // A parameter may have the name of a property of Object.prototype.
      plainObjects: true,
    });
  } catch {
    return unreadable;
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route parses `request.raw.url` itself: names with dots, or a query that Parley's clients never send. */
    rawQuery?: boolean;
  }
}

export function refuseUnreadableQueries(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.query === unreadable && !request.routeOptions.config.rawQuery)
      throw new AppError('request.malformed');
  });
}

/** Returns the query string unparsed: the parser above treats dots as nesting. */
export function rawQueryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}
