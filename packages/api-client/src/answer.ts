/** Reads an HTTP response: returns the envelope's data, or throws the error that it represents. */
import { type AnswerOf, type Endpoint, failureData, type InterfaceLanguage } from '@parley/contract';
import { z } from 'zod';
import { ApiError, passRequired } from './api-error.ts';
import { clientMessage } from './client-messages.ts';
import { defaultMessage } from './default-messages.ts';

/** The specification's success code is 200; its second handler uses 20000. Everything else is a failure. */
const successCodes: ReadonlySet<number> = new Set([200, 20_000]);

/** `msg` is optional, because an intermediate proxy may answer without one. */
const envelope = z.object({
  code: z.int(),
  msg: z
    .string()
    .nullish()
    .transform((msg) => msg ?? ''),
  data: z.unknown(),
});

/** Returns the seconds in a `Retry-After` header, which is a number of seconds or a date. */
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
    // A proxy's HTML page, an empty or truncated body: only the status is usable.
    return null;
  }
}

/** Returns the error for a response that is neither an envelope nor a file, or that doesn't match the declared shape. */
export function unreadableAnswer(response: Response, language: InterfaceLanguage, cause?: unknown): ApiError {
  const error = response.ok ? 'client.answer' : 'client.status';
  return new ApiError({
    code: response.status,
    error,
    message: clientMessage(error, language, response.status),
    retryAfter: retryAfterSeconds(response.headers.get('retry-after'), Date.now()),
    cause,
  });
}

/** Returns the parsed `data` of a success, or throws the `ApiError` of a refusal. Always validates, which takes microseconds. */
export function readAnswer<E extends Endpoint>(
  endpoint: E,
  response: Response,
  text: string,
  language: InterfaceLanguage,
): AnswerOf<E> {
  const parsed = parsedEnvelope(text);
  if (parsed === null) throw unreadableAnswer(response, language);
  if (successCodes.has(parsed.code)) {
    const answer = endpoint.answer.safeParse(parsed.data);
    if (!answer.success) throw unreadableAnswer(response, language, answer.error);
    // `AnswerOf` is derived from the same schema that has just parsed it.
    return answer.data as AnswerOf<E>;
  }
  const failure = failureData.safeParse(parsed.data);
  // The client recovers from this code without showing a message.
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
