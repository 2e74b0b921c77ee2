/**
 * The edge: everything between the socket and a module's handler. Envelope, error catalogue, request ids, rate
 * limits, security headers, metrics. Modules receive parsed input and a verified caller, and return plain data.
 */
import rateLimit from '@fastify/rate-limit';
import type { InterfaceLanguage, RateLimit } from '@parley/contract';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { RedisClientType } from 'redis';
import { newId, type TenantId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { createSignal, type Signal } from '../signal.ts';
import { type AddressLimitOptions, limitFloods } from './address-limits.ts';
import { AppError } from './app-error.ts';
import { limitArrivingBodies } from './arriving-bodies.ts';
import { BodyMemory } from './body-memory.ts';
import type { Caller } from './caller.ts';
import { cleanInput } from './clean-input.ts';
import { handleClientError } from './client-error.ts';
import { compressAnswers } from './compression.ts';
import { enableCors } from './cross-origin.ts';
import { drainAtClose } from './draining.ts';
import { sendFailure } from './failures.ts';
import { registerCookies } from './forgery.ts';
import { collectKnownPaths, type KnownPaths } from './known-paths.ts';
import { openApi } from './openapi.ts';
import { parseQuery, refuseUnreadableQueries } from './query-string.ts';
import { redisLimits } from './redis-limits.ts';
import { addResponseHeaders } from './response-headers.ts';
import { cutUnreadBodies } from './unread-bodies.ts';
import { cutUnreadResponses } from './unread-responses.ts';
import { validatorCompiler } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    language: InterfaceLanguage;
    /** Null: the installation's own. Set together with the caller. */
    tenantId: TenantId | null;
    /** Name that the browser or program gives itself, for logs; unverified. */
    clientId: string | null;
  }
  interface FastifyInstance {
    knownPaths: KnownPaths;
    /** Emits when a request was refused with 503. */
    refusedForNow: Signal<void>;
  }
}

export type EdgeOptions = Pick<AddressLimitOptions, 'isSignedToken'> & {
  log: Log;
  metrics: Metrics;
  demoMode: boolean;
  /** Applies to endpoints that declare none. */
  generalLimit: RateLimit;
  /** Multiplies every limit; above 1 for load tests. */
  rateLimitFactor: number;
  /** Addresses of reverse proxies whose X-Forwarded-For is trusted; false: none. */
  trustProxy: boolean | string;
  redis: RedisClientType | null;
  /** Path prefixes that pages of other origins may call, e.g. `/api/visitor/`. */
  crossOriginPrefixes: readonly string[];
  /** The address to which browsers upload files directly; left out or null: this server. */
  uploadOrigin?: string | null;
  /** The public URL is https; left out: only requests that arrived by https count as secure. */
  secure?: boolean;
  /** Time limit for receiving a body, in ms; the client itself gives up after 30 s. */
  bodyTimeMs?: number;
  /** Time in ms after which a client that reads nothing of its response loses its connection; left out: a minute. */
  unreadMs?: number;
  /** The memory of bodies; left out: with the usual limits. */
  bodyMemory?: BodyMemory;
};

/** Larger bodies are refused before they are read completely: the longest message has 40 kB. */
const bodyLimit = 256 * 1024;

export async function createEdge(options: EdgeOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: options.log as FastifyBaseLogger, // narrows pino's type to what Fastify asks of it
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit,
    // The last resort: `limitArrivingBodies` and `cutUnreadBodies` end bodies earlier.
    requestTimeout: 300_000,
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5_000 },
    clientErrorHandler: (error, socket) => handleClientError(error, socket, options.log),
    genReqId: () => newId(),
    routerOptions: { maxParamLength: 200, querystringParser: parseQuery },
    forceCloseConnections: 'idle',
    // While draining, requests on kept-alive connections are still served; then the connection is closed.
    return503OnClosing: false,
    // Called for addresses that can't be parsed: no hook has seen such a request.
    frameworkErrors: (error, request, reply) => {
      request.language = languageOf(request.headers);
      request.clientId = clientIdOf(request.headers);
      reply.header('x-request-id', request.id);
      sendFailure(error, request, reply, options.log);
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // The first hook sets these for each request; Fastify only needs the names declared.
  app.decorateRequest('caller');
  app.decorateRequest('language');
  app.decorateRequest('tenantId');
  app.decorateRequest('clientId');
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, options.log));
  app.decorate('knownPaths', collectKnownPaths(app));
  app.decorate('refusedForNow', createSignal<void>());
  observeRequests(app, options);
  compressAnswers(app);
  drainAtClose(app);
  readWithCare(app, options);
  cutUnreadResponses(app, options.unreadMs ?? 60_000);
  await registerCookies(app);
  await enableCors(app, options.crossOriginPrefixes);
  limitFloods(app, options);
  await addResponseHeaders(app, options);
  await app.register(rateLimit, {
    global: false,
    // Fails open: without Redis, requests are admitted uncounted, since its loss must not take the server down.
    ...(options.redis ? { store: redisLimits(options.redis), skipOnError: true } : {}),
    errorResponseBuilder: (_request, context) =>
      new AppError('request.too-many', { details: { seconds: Math.ceil(context.ttl / 1000) } }),
  });
  openApi(app);
  return app;
}

function readWithCare(app: FastifyInstance, { bodyTimeMs = 20_000, bodyMemory }: EdgeOptions): void {
  // Accepts JSON only: anything else is refused before it is read.
  app.removeContentTypeParser('text/plain');
  refuseUnreadableQueries(app);
  limitArrivingBodies(app, bodyTimeMs, bodyMemory ?? new BodyMemory());
  cutUnreadBodies(app, bodyTimeMs);
  cleanInput(app);
}

const anonymous: Caller = { audience: 'public' };

function observeRequests(app: FastifyInstance, { metrics, log }: EdgeOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    request.caller = anonymous;
    request.language = languageOf(request.headers);
    request.clientId = clientIdOf(request.headers);
    request.tenantId = null;
    reply.header('x-request-id', request.id);
    if (!['1.1', '1.0'].includes(request.raw.httpVersion)) throw new AppError('request.http-version');
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    metrics.requestSeconds.observe(labels, reply.elapsedTime / 1000);
    const { id: requestId, clientId, tenantId } = request;
    const vestId = nameOf(request.headers.vestid);
    const ms = Math.round(reply.elapsedTime);
    log.debug({ requestId, clientId, vestId, tenantId, ...labels, ms }, 'request');
  });
}

/** Returns the language of `systemLanguageCode` (`zh-CN` or `EN`), else the browser's preference, else Chinese. */
function languageOf(headers: Headers): InterfaceLanguage {
  const asked = headers.systemlanguagecode ?? headers['accept-language'] ?? '';
  return /^en/i.test(String(asked)) ? 'en-US' : 'zh-CN';
}

type Headers = Record<string, string | string[] | undefined>;
const clientIdOf = (headers: Headers) => nameOf(headers.clientid);

/** Returns the name that a client gives itself, or null if it is unfit for a log line. */
function nameOf(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && /^[\w.:-]{1,64}$/.test(header) ? header : null;
}
