/**
 * The edge: everything between the socket and a module's handler. Envelope, error catalogue, request ids, rate
 * limits, security headers, metrics. Modules see parsed input and a verified caller, and return plain data.
 */
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import type { InterfaceLanguage, RateLimit } from '@parley/contract';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { RedisClientType } from 'redis';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { AppError } from './app-error.ts';
import type { AccessTokens, Caller } from './caller.ts';
import { cleanInput } from './clean-input.ts';
import { openToOtherOrigins } from './cross-origin.ts';
import { drainAtClose } from './draining.ts';
import { sendFailure } from './failures.ts';
import { openApi } from './openapi.ts';
import { redisLimits } from './redis-limits.ts';
import { validatorCompiler } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
    language: InterfaceLanguage;
  }
}

export type EdgeOptions = {
  log: Log;
  metrics: Metrics;
  tokens: AccessTokens;
  demoMode: boolean;
  /** Applies where an endpoint declares none. */
  generalLimit: RateLimit;
  /** Multiplies every limit; above 1 for load tests. */
  rateLimitFactor: number;
  /** Addresses of reverse proxies whose X-Forwarded-For is believed; false: nobody's. */
  trustProxy: boolean | string;
  redis: RedisClientType | null;
  /** Paths that pages of other origins may call, e.g. `/api/visitor/`. */
  crossOriginPrefixes: readonly string[];
};

/** Bodies above this are refused before they are read whole: the longest message is 40 kB. */
const bodyLimit = 256 * 1024;

export async function createEdge(options: EdgeOptions): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: options.log as FastifyBaseLogger, // narrows pino's type to what Fastify asks of it
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit,
    requestTimeout: 30_000,
    genReqId: () => newId(),
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // While it drains, what still comes on a kept connection is served, and the connection then closed.
    return503OnClosing: false,
    // Addresses that can't be read at all: no hook has seen such a request.
    frameworkErrors: (error, request, reply) => {
      request.language = languageOf(request.headers);
      reply.header('x-request-id', request.id);
      sendFailure(error, request, reply, options.log);
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // Each request gets its own in the first hook; Fastify only wants the names declared.
  app.decorateRequest('caller');
  app.decorateRequest('language');
  app.setErrorHandler((error, request, reply) => sendFailure(error, request, reply, options.log));
  observeRequests(app, options);
  drainAtClose(app);
  cleanInput(app);
  await openToOtherOrigins(app, options.crossOriginPrefixes);
  await app.register(helmet, securityHeaders);
  await app.register(rateLimit, {
    global: false,
    // Without the shared counts requests are let through: a lost Redis must not take the server along.
    ...(options.redis ? { store: redisLimits(options.redis), skipOnError: true } : {}),
    errorResponseBuilder: (_request, context) =>
      new AppError('request.too-many', { details: { seconds: Math.ceil(context.ttl / 1000) } }),
  });
  await openApi(app);
  return app;
}

const anonymous: Caller = { audience: 'public' };

function observeRequests(app: FastifyInstance, { metrics, log }: EdgeOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    request.caller = anonymous;
    request.language = languageOf(request.headers);
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    metrics.requestSeconds.observe(labels, reply.elapsedTime / 1000);
    log.debug({ requestId: request.id, ...labels, ms: Math.round(reply.elapsedTime) }, 'request');
  });
}

/** `systemLanguageCode` as the clients send it (`zh-CN` or `EN`); else what the browser prefers; else Chinese. */
function languageOf(headers: Record<string, string | string[] | undefined>): InterfaceLanguage {
  const asked = headers.systemlanguagecode ?? headers['accept-language'] ?? '';
  return /^en/i.test(String(asked)) ? 'en-US' : 'zh-CN';
}

const securityHeaders = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      // Ant Design writes its styles at run time.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'", 'ws:', 'wss:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  crossOriginEmbedderPolicy: false,
  // The widget's script is loaded by other sites on purpose; it sets its own header.
  crossOriginResourcePolicy: { policy: 'same-origin' as const },
  strictTransportSecurity: { maxAge: 15_552_000, includeSubDomains: false },
  referrerPolicy: { policy: 'same-origin' as const },
};
