/** Reads an HTTP response: returns the envelope's data, or throws the error that it represents. */
import { type AnswerOf, type Endpoint, failureData, type InterfaceLanguage } from '@parley/contract';
import { z } from 'zod';
import { ApiError, passRequired } from './api-error.ts';
import { clientMessage } from './client-messages.ts';
import { defaultMessage } from './default-messages.ts';

/** 200 is the specification's success; its second handler takes 20000 for it. Everything else is a failure. */
const successCodes: ReadonlySet<number> = new Set([200, 20_000]);

/** The message is optional: a proxy in front of the server may answer without one. */
const envelope = z.object({
  code: z.int(),
  msg: z
    .string()
    .nullish()
    .transform((msg) => msg ?? ''),
  data: z.unknown(),
});

/** Seconds from a `Retry-After` header, which is a number of seconds or a date. */
export function retryAfterSeconds(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}

function parsedEnvelope(text: string): z.output<typeof envelope> | null {
  try {
    return envelope.parse(JSON.parse(text));
  } catch {
    // A proxy's HTML page, an empty body, half an answer: the status has to speak.
    return null;
  }
}

/** Returns the error for a response that is neither an envelope nor a file, or has another shape than declared. */
export function unreadable(response: Response, language: InterfaceLanguage, cause?: unknown): ApiError {
  const error = response.ok ? 'client.answer' : 'client.status';
  return new ApiError({
    code: response.status,
    error,
    message: clientMessage(error, language, response.status),
    retryAfter: retryAfterSeconds(response.headers.get('retry-after'), Date.now()),
    cause,
  });
}

/** Throws the `ApiError` of a refusal; the answer's shape is checked always, it costs microseconds. */
export function readAnswer<E extends Endpoint>(
  endpoint: E,
  response: Response,
  text: string,
  language: InterfaceLanguage,
): AnswerOf<E> {
  const parsed = parsedEnvelope(text);
  if (parsed === null) throw unreadable(response, language);
  if (successCodes.has(parsed.code)) {
    const answer = endpoint.answer.safeParse(parsed.data);
    if (!answer.success) throw unreadable(response, language, answer.error);
    // The schema that has just parsed it is the one that AnswerOf is derived from.
    return answer.data as AnswerOf<E>;
  }
  const failure = failureData.safeParse(parsed.data);
  // The client recovers from this code alone, so there is no message to show.
  if (parsed.code === passRequired) {
    throw new ApiError({ code: passRequired, error: failure.data?.error ?? 'client.status', message: '' });
  }
  throw new ApiError({
    code: parsed.code,
    error: failure.success ? failure.data.error : 'client.status',
    message: parsed.msg.trim() === '' ? defaultMessage(parsed.code, language) : parsed.msg,
    fields: failure.data?.fields,
    details: failure.data?.details,
    requestId: failure.data?.requestId ?? null,
    retryAfter: retryAfterSeconds(response.headers.get('retry-after'), Date.now()),
  });
}
