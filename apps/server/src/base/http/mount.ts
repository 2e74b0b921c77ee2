import type { AnswerOf, Endpoint, ParsedRequestOf } from '@parley/contract';
import { errorCatalogue, httpStatus } from '@parley/contract';
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import { AppError } from './app-error.ts';
import type { Caller, CallerOf } from './caller.ts';
import type { EdgeOptions } from './edge.ts';

export type Handling<E extends Endpoint> = ParsedRequestOf<E> & {
  caller: CallerOf<E>;
  request: FastifyRequest;
  language: 'zh-CN' | 'en-US';
};
export type EndpointHandler<E extends Endpoint> = (handling: Handling<E>) => Promise<AnswerOf<E>>;

/** Mounts one declared endpoint. Everything the declaration says is enforced here, before the handler runs. */
export type Mount = <E extends Endpoint>(endpoint: E, handler: EndpointHandler<E>) => void;

type MountOptions = Pick<EdgeOptions, 'demoMode' | 'generalLimit' | 'rateLimitFactor' | 'tokens'>;

export function createMount(app: FastifyInstance, edge: MountOptions): Mount {
  return (endpoint, handler) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: schemaOf(endpoint),
      ...limitOf(endpoint, edge),
      onRequest: async (request) => {
        request.caller = await authorise(endpoint, request, edge);
        if (edge.demoMode && endpoint.method !== 'GET' && !endpoint.allowedInDemo)
          throw new AppError('demo.read-only');
      },
      handler: async (request) => {
        // The schemas above have parsed the parts, and onRequest has let only the declared audiences through.
        const handling = {
          params: request.params,
          query: request.query,
          body: request.body,
          caller: request.caller,
          request,
          language: request.language,
        } as unknown as Handling<typeof endpoint>;
        return { code: 200, msg: 'success', data: await handler(handling) };
      },
    });
  };
}

async function authorise(endpoint: Endpoint, request: FastifyRequest, edge: MountOptions): Promise<Caller> {
  if (endpoint.audience.includes('public')) return { audience: 'public' };
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  const caller = scheme?.toLowerCase() === 'bearer' && token ? await edge.tokens.verify(token) : null;
  if (!caller) throw new AppError('auth.required');
  if (!endpoint.audience.includes(caller.audience)) throw new AppError('auth.wrong-audience');
  return caller;
}

function schemaOf(endpoint: Endpoint) {
  const failures = new Map<number, string[]>();
  for (const error of endpoint.errors ?? []) {
    const status = httpStatus(errorCatalogue[error].code);
    failures.set(status, [...(failures.get(status) ?? []), error]);
  }
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2] ?? 'api'],
    security: endpoint.audience.includes('public') ? [] : [{ bearer: [] }],
    description: `Callers: ${endpoint.audience.join(', ')}.${[...failures]
      .map(([status, ids]) => `\n\n${status}: ${ids.map((id) => `\`${id}\``).join(', ')}`)
      .join('')}`,
    ...(endpoint.params ? { params: endpoint.params } : {}),
    // What isn't declared is refused: a misspelt option that is ignored is found by nobody.
    querystring: endpoint.query ?? z.strictObject({}),
    ...(endpoint.method === 'GET' ? {} : { body: endpoint.body ?? z.union([z.null(), z.strictObject({})]) }),
    response: { 200: z.object({ code: z.literal(200), msg: z.string(), data: endpoint.answer }) },
  };
}

function limitOf(endpoint: Endpoint, edge: MountOptions): RouteShorthandOptions {
  const limit = endpoint.rateLimit ?? edge.generalLimit;
  return {
    config: {
      rateLimit: {
        max: Math.ceil(limit.max * edge.rateLimitFactor),
        timeWindow: limit.windowSeconds * 1000,
        // Counted after authentication, so that one caller behind a shared address can't starve the others, and
        // before the body is read, so that refused requests count too.
        hook: 'preParsing',
        keyGenerator: (request: FastifyRequest) =>
          limit.per === 'session' ? sessionKey(request) : `${endpoint.path} ${request.ip}`,
      },
    },
  };
}

function sessionKey(request: FastifyRequest): string {
  const { caller } = request;
  if (caller.audience === 'public') return request.ip;
  return caller.audience === 'visitor' ? caller.visitorId : caller.sessionId;
}
