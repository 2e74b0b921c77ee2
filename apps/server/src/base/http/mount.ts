import type { AnswerOf, Endpoint, ParsedRequestOf, RateLimit } from '@parley/contract';
import { errorCatalogue, httpStatus } from '@parley/contract';
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import type { TenantId } from '../ids.ts';
import { KeyedSemaphore } from '../keyed-semaphore.ts';
import { addressKey } from './address.ts';
import type { Admission } from './admission.ts';
import { AppError } from './app-error.ts';
import type { Caller, CallerOf } from './caller.ts';
import type { EdgeOptions } from './edge.ts';
import { type FileAnswer, sendFile } from './file-answer.ts';
import { assertNotForged, assertOwnPage } from './forgery.ts';
import { securityOf } from './openapi-security.ts';
import { originOf, type RequestOrigin } from './origin.ts';
import { isPrepared, type PreparedAnswer, sendPrepared } from './prepared-answer.ts';

export type HandlerInput<E extends Endpoint> = ParsedRequestOf<E> & {
  caller: CallerOf<E>;
  request: FastifyRequest;
  language: 'zh-CN' | 'en-US';
  /** The tenant of the request; null: the installation's own. A caller's workspace belongs to it. */
  tenantId: TenantId | null;
  /** The actor and where the request comes from, for the audit log. */
  origin: RequestOrigin;
};
export type EndpointHandler<E extends Endpoint> = (
  handling: HandlerInput<E>,
) => Promise<E extends { file: string } ? FileAnswer : AnswerOf<E> | PreparedAnswer<AnswerOf<E>>>;

/** Mounts one declared endpoint. Everything that it declares is enforced here, before the handler runs. */
export type Mount = <E extends Endpoint>(endpoint: E, handler: EndpointHandler<E>) => void;

export type MountOptions = Pick<
  EdgeOptions,
  'demoMode' | 'generalLimit' | 'rateLimitFactor' | 'crossOriginPrefixes'
> & {
  admission: Admission;
  /** Time limit for a handler, in ms; the client itself gives up after 30 s. */
  handlerTimeMs?: number;
};

export function createMount(app: FastifyInstance, edge: MountOptions): Mount {
  const turns = new KeyedSemaphore(callerTurns);
  return (endpoint, handler) => {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: schemaOf(endpoint),
      ...limitOf(endpoint, edge),
      onRequest: async (request) => {
        // Pages of other origins send a token and never a cookie, so that there is nothing to forge.
        if (!edge.crossOriginPrefixes.some((prefix) => endpoint.path.startsWith(prefix)))
          assertNotForged(request);
        // An image on any page can send such a GET.
        if (endpoint.method === 'GET' && endpoint.stores) assertOwnPage(request);
        Object.assign(request, await edge.admission.admit(request, endpoint));
        if (edge.demoMode && changesSomething(endpoint)) throw new AppError('demo.read-only');
      },
      preHandler: furtherLimits(app, endpoint, edge),
      handler: async (request, reply) => {
        // The schemas above have parsed the parts, and onRequest has admitted only the declared audiences.
        const handling = {
          params: request.params,
          query: request.query,
          body: request.body,
          caller: request.caller,
          request,
          language: request.language,
          tenantId: request.tenantId,
          origin: originOf(request),
        } as unknown as HandlerInput<typeof endpoint>;
        const work = inTurn(turns, request.caller, () => handler(handling));
        const data = await inTime(work, edge.handlerTimeMs ?? 25_000, request);
        // The type of `handler` requires a file where the endpoint declares one.
        if (endpoint.file !== undefined) return sendFile(reply, endpoint.file, data as FileAnswer);
        if (isPrepared(data)) return sendPrepared(request, reply, data);
        return { code: 200, msg: 'success', data };
      },
    });
  };
}

/**
 * Limits concurrent requests per login session or visitor to more than a browser sends to one server over HTTP/1.1.
 * Further ones are queued: together they would take all connections to the database.
 */
const callerTurns = { max: 8, waitMs: 20_000 };

/** Requests without a token aren't queued: an office shares their address. */
function inTurn<T>(turns: KeyedSemaphore, caller: Caller, work: () => Promise<T>): Promise<T> {
  if (caller.audience === 'public') return work();
  return turns.take(caller.audience === 'visitor' ? caller.visitorId : caller.sessionId, work);
}

/** Returns whether demo mode must refuse an endpoint because it changes stored data. */
export function changesSomething({ method, stores, allowedInDemo }: Endpoint): boolean {
  return method === 'GET' ? stores === true : allowedInDemo !== true;
}

/**
 * Throws `server.too-slow` at the limit. The work continues and may still succeed, so callers must be able to retry.
 */
async function inTime<T>(work: Promise<T>, limitMs: number, request: FastifyRequest): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new AppError('server.too-slow'));
    work.catch((err: unknown) => request.log.error({ err, requestId: request.id }, 'failed after its time'));
  }, limitMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
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
    security: securityOf(endpoint),
    description: `Callers: ${endpoint.audience.join(', ')}.${[...failures]
      .map(([status, ids]) => `\n\n${status}: ${ids.map((id) => `\`${id}\``).join(', ')}`)
      .join('')}`,
    ...(endpoint.params ? { params: endpoint.params } : {}),
    // Undeclared parameters are refused: ignoring a misspelled option would hide the mistake.
    querystring: endpoint.query ?? z.strictObject({}),
    ...(endpoint.method === 'GET' ? {} : { body: endpoint.body ?? z.union([z.null(), z.strictObject({})]) }),
    response: { 200: successOf(endpoint) },
  };
}

function successOf({ answer, file }: Endpoint) {
  if (file === undefined) return z.object({ code: z.literal(200), msg: z.string(), data: answer });
  return { description: 'The file.', content: { [file]: { schema: z.string().meta({ format: 'binary' }) } } };
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
        keyGenerator: (request: FastifyRequest) => {
          if (limit.per === 'session') return sessionKey(request);
          const { caller } = request;
          const whose = limit.per === 'workspace' && 'workspaceId' in caller ? caller.workspaceId : null;
          return `${endpoint.path} ${whose ?? addressKey(request)}`;
        },
      },
    },
  };
}

/**
 * Adds the endpoint's limits beyond the first, which count once the request is parsed: a site's id may be in the
 * body.
 */
function furtherLimits(app: FastifyInstance, endpoint: Endpoint, edge: MountOptions) {
  const limits = (endpoint.furtherLimits ?? []).map((limit, index) => ({
    max: Math.ceil(limit.max * edge.rateLimitFactor),
    timeWindow: limit.windowSeconds * 1000,
    keyGenerator: (request: FastifyRequest) => `${endpoint.path} ${index} ${keyOf(limit, request)}`,
  }));
  const checks = limits.map((limit) => app.createRateLimit(limit));
  return async (request: FastifyRequest): Promise<void> => {
    for (const check of checks) {
      const outcome = await check(request);
      if (!outcome.isAllowed && outcome.isExceeded)
        throw new AppError('request.too-many', { details: { seconds: outcome.ttlInSeconds } });
    }
  };
}

function keyOf({ per }: RateLimit, request: FastifyRequest): string {
  if (per === 'session') return sessionKey(request);
  return per === 'site' ? siteKey(request) : addressKey(request);
}

const named = z.object({ site: z.string() });

/** Returns the id of the website chat, in lower case, from a visitor's token or from the request. */
function siteKey(request: FastifyRequest): string {
  const { caller, body } = request;
  return caller.audience === 'visitor'
    ? caller.socialAccountId
    : (named.safeParse(body).data?.site.toLowerCase() ?? 'none');
}

function sessionKey(request: FastifyRequest): string {
  const { caller } = request;
  if (caller.audience === 'public') return addressKey(request);
  return caller.audience === 'visitor' ? caller.visitorId : caller.sessionId;
}
