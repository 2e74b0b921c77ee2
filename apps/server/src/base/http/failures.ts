import { type ErrorId, errorCatalogue, errorMessage, type FailureData, httpStatus } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { databaseErrorCode, isDatabaseGone, isOutOfStorage } from '../db/database.ts';
import { SemaphoreTimeout } from '../keyed-semaphore.ts';
import type { Log } from '../log.ts';
import { AppError } from './app-error.ts';
import { fieldMessages } from './field-messages.ts';
import { InvalidRequest } from './validation.ts';

/** Fastify's own refusals, mapped to the catalogue. */
const fastifyErrors: Readonly<Record<string, ErrorId>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.wrong-media-type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_BAD_URL: 'request.malformed',
  FST_ERR_MAX_PARAM_LENGTH: 'resource.not-found',
};

/** Sends any error as an envelope in the caller's language. Logs unexpected ones completely, with the request id. */
export function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): FastifyReply {
  const failure = toAppError(error, request);
  const { code } = errorCatalogue[failure.error];
  if (isFault(error, code)) logFault(error, failure, request, log);
  const data: FailureData = {
    error: failure.error,
    requestId: request.id,
    ...(failure.fields ? { fields: { ...failure.fields } } : {}),
    ...(Object.keys(failure.details).length > 0 ? { details: { ...failure.details } } : {}),
  };
  if (failure.details.seconds !== undefined) reply.header('retry-after', String(failure.details.seconds));
  return reply
    .status(httpStatus(code))
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer((body: unknown) => JSON.stringify(body))
    .send({ code, msg: errorMessage(failure.error, request.language, failure.details), data });
}

/**
 * Logs a fault completely. A 503 gets one line without a stack: an outage refuses every request, and readiness logs
 * its start and end.
 */
function logFault(error: unknown, failure: AppError, request: FastifyRequest, log: Log): void {
  // Without the query, which may contain tokens.
  const [path] = request.url.split('?');
  const which = { requestId: request.id, clientId: request.clientId, path };
  if (errorCatalogue[failure.error].code !== 503) {
    log.error({ err: error, ...which }, 'request failed');
    return;
  }
  const cause = databaseErrorCode(error) ?? failure.details.reason;
  log.warn({ ...which, error: failure.error, cause }, 'request refused');
  request.server.refusedForNow.emit();
}

/**
 * Returns whether the operator should see an error, which excludes errors that a bad request or a platform's refusal
 * caused.
 */
function isFault(error: unknown, code: number): boolean {
  return error instanceof AppError ? [500, 503, 504].includes(code) : code >= 500;
}

function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof InvalidRequest) {
    return new AppError('request.invalid', { fields: fieldMessages(error.issues, request.language) });
  }
  const outside = gatewayFailure(error);
  if (outside) return new AppError(outside, { cause: error });
  if (error instanceof SemaphoreTimeout) return new AppError('server.too-slow', { cause: error });
  // 57014: a statement cancelled because it took too long.
  if (databaseErrorCode(error) === '57014') return new AppError('server.too-slow', { cause: error });
  if (isOutOfStorage(error)) return new AppError('server.storage-exhausted', { cause: error });
  if (isDatabaseGone(error)) return new AppError('server.unavailable', { cause: error });
  if (error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400) {
    return new AppError('request.malformed');
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new AppError(fastifyErrors[code] ?? 'server.failed', { cause: error });
}

/** Maps the unhandled failure of an outside HTTP service: too slow, or unreachable. */
function gatewayFailure(error: unknown): ErrorId | null {
  const chain: Error[] = [];
  for (let e: unknown = error; e instanceof Error; e = e.cause) chain.push(e);
  const codeOf = (e: Error) => ('code' in e ? String(e.code) : '');
  if (chain.some((e) => e.name === 'TimeoutError' || /^UND_ERR_\w+_TIMEOUT$/.test(codeOf(e)))) {
    return 'server.too-slow';
  }
  const unreachable = chain.some((e) => codeOf(e).startsWith('UND_ERR_') || e.message === 'fetch failed');
  return unreachable ? 'gateway.unreachable' : null;
}
