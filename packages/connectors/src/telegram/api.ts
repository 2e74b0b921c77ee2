import { Api, GrammyError, HttpError } from 'grammy';
import type { ApiError } from 'grammy/types';
import { type ZodType, z } from 'zod';
import { readAnswer, readShape } from '../kit/answer.ts';
import { networkReason } from '../kit/errors.ts';
import type { ConnectorNetwork } from '../spec.ts';
import { apiRootOf, type TelegramCredentials } from './manifest.ts';

/**
 * Returns grammY's client for one bot, with all requests going through `network`.
 * `timeoutSeconds` must exceed the longest long poll.
 */
export function createApi(
  credentials: TelegramCredentials,
  network: ConnectorNetwork,
  timeoutSeconds: number,
): Api {
  return new Api(credentials.token, {
    ...(credentials.apiRoot === undefined ? {} : { apiRoot: credentials.apiRoot }),
    timeoutSeconds,
    // grammY's type is node-fetch's; grammY passes an address, a JSON body and a signal, and calls only `json()` on the result.
    fetch: viaNetwork(network) as unknown as typeof fetch,
  });
}

type GrammyInit = {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: ForeignSignal;
};
/** grammY's signal comes from a package, and Node's own fetch rejects it. */
type ForeignSignal = { aborted: boolean; addEventListener(type: 'abort', listener: () => void): void };

function viaNetwork(network: ConnectorNetwork) {
  return async (url: string, init: GrammyInit): Promise<{ json(): Promise<Envelope> }> => {
    const stop = new AbortController();
    if (init.signal?.aborted) stop.abort();
    init.signal?.addEventListener('abort', () => stop.abort());
    const response = await network.fetch(url, {
      method: init.method ?? 'POST',
      signal: stop.signal,
      ...(init.headers ? { headers: init.headers } : {}),
      ...(init.body === undefined ? {} : { body: init.body }),
    });
    const answer = await readAnswer(envelope, response);
    return { json: async () => answer };
  };
}

/** In ms: 50 MB at 1 MBit/s. */
const uploadMs = 10 * 60_000;

/**
 * Uploads a file with a method for which grammY would need a Node stream. Resolves with the result, or rejects as grammY's
 * calls do.
 */
export async function upload(
  credentials: TelegramCredentials,
  network: ConnectorNetwork,
  { method, body }: { method: string; body: FormData },
): Promise<unknown> {
  const url = `${apiRootOf(credentials)}/bot${credentials.token}/${method}`;
  let answer: Envelope;
  try {
    answer = await readAnswer(
      envelope,
      await network.fetch(url, { method: 'POST', body, answerMs: uploadMs }),
    );
  } catch (error) {
    throw new HttpError(`Network request for '${method}' failed!`, error);
  }
  if (answer.ok) return answer.result;
  // The envelope's parameters have grammY's type, except that grammY's don't allow explicit undefined values.
  throw new GrammyError(`Call to '${method}' failed!`, answer as ApiError, method, {});
}

/** Longest pause that is honored, in seconds. Telegram's flood limits last some minutes. */
const longestPause = 3_600;

/** The envelope of every answer of the Bot API. Source: https://core.telegram.org/bots/api#making-requests */
const envelope = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error_code: z.int().min(100).max(999),
    description: z.string(),
    parameters: z
      .object({
        retry_after: z.number().min(0).max(longestPause).optional(),
        migrate_to_chat_id: z.int().optional(),
      })
      .optional(),
  }),
]);
type Envelope = z.output<typeof envelope>;

/**
 * Validates the result of a call against the shape that callers rely on: an arbitrary server may return less than grammY's
 * types promise. Rejects with `ConnectorFailure` if the shape differs.
 */
export async function resultOf<T>(shape: ZodType<T>, call: Promise<unknown>): Promise<T> {
  return readShape(shape, await call);
}

type GrammySignal = NonNullable<Parameters<Api['getMe']>[0]>;

/** Adapts Node's signal for grammY, whose types name a package's class of the same shape; `viaNetwork` accepts either. */
export function grammySignal(signal: AbortSignal): GrammySignal {
  // The class differs by name only: both are the web's AbortSignal.
  return signal as unknown as GrammySignal;
}

/** A failed call, reduced to what the connector's decisions depend on. `code` is null if there was no response. */
export type ApiFailure = {
  code: number | null;
  reason: string;
  retryAfterMs: number | null;
  migratedTo: number | null;
  cause: unknown;
};

export function failureOf(error: unknown): ApiFailure {
  if (error instanceof GrammyError) {
    const { retry_after: seconds, migrate_to_chat_id: chat } = error.parameters;
    return {
      code: error.error_code,
      reason: error.description,
      retryAfterMs: seconds === undefined ? null : seconds * 1000,
      migratedTo: chat ?? null,
      cause: error,
    };
  }
  const cause = error instanceof HttpError ? error.error : error;
  return { code: null, reason: networkReason(cause), retryAfterMs: null, migratedTo: null, cause };
}

/** Returns whether the token is invalid (by now): a malformed token gives 404, an unknown one 401. */
export function isRefusal(failure: ApiFailure): boolean {
  return failure.code === 401 || failure.code === 404;
}
