import { type ErrorId, errorCatalogue, errorMessage, type FailureData, httpStatus } from '@parley/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseGone } from '../db/database.ts';
import type { Log } from '../log.ts';
import { AppError } from './app-error.ts';
import { fieldMessages } from './field-messages.ts';
import { InvalidRequest } from './validation.ts';

/** Fastify's own refusals, in our catalogue. */
const fastifyErrors: Readonly<Record<string, ErrorId>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.wrong-media-type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_BAD_URL: 'request.malformed',
  FST_ERR_MAX_PARAM_LENGTH: 'resource.not-found',
};

/** Answers any error as an envelope in the caller's language. What isn't expected is logged whole, by request id. */
export function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): FastifyReply {
  const failure = toAppError(error, request);
  const { code } = errorCatalogue[failure.error];
  if (code >= 500 && code !== 502)
    log.error({ err: error, requestId: request.id, url: request.url }, 'request failed');
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
    .serializer((body: unknown) => JSON.stringify(body))
    .send({ code, msg: errorMessage(failure.error, request.language, failure.details), data });
}

function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof InvalidRequest) {
    return new AppError('request.invalid', { fields: fieldMessages(error.issues, request.language) });
  }
  if (isDatabaseGone(error)) return new AppError('server.unavailable', { cause: error });
  if (error instanceof SyntaxError && 'statusCode' in error && error.statusCode === 400) {
    return new AppError('request.malformed');
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return new AppError(fastifyErrors[code] ?? 'server.failed', { cause: error });
}
