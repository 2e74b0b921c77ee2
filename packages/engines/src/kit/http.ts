/** Makes one HTTP call to an engine's service, and maps status codes to the port's failures. */
import { followAbort } from '@parley/contract/follow-abort';
import { type ZodType, z } from 'zod';
import { EngineError, type EngineFailure, type EngineHost } from '../spec.ts';
import { timedOut, untilAborted } from './abort.ts';

/** Longer answers, in bytes, can't be translations of chat messages. */
const maxAnswerBytes = 1_000_000;
/** Characters of a JSON answer. Parsing a megabyte of empty objects takes 100 ms; honest answers are below a third of that. */
const maxJsonLength = 300_000;
/** The upper time limit, in ms, even if a caller's signal allows more. */
const defaultLimitMs = 60_000;

/** A shared reason for aborting: without one, every call would create an exception with a stack. */
const answered = new Error('answered');

export type HttpCall = {
  host: EngineHost;
  url: string;
  init?: RequestInit;
  signal: AbortSignal;
  limitMs?: number;
  /** Maps statuses whose meaning depends on the service; `undefined` for the common mapping. */
  failureOf?: (status: number, body: string) => EngineFailure | undefined;
};

/** An answer with status 2xx. Its body must be read within `run`. */
export type HttpAnswer = {
  headers: Headers;
  /** The body, decoded, chunk by chunk; throws an `EngineError` at the size limit. */
  pieces(): AsyncGenerator<string>;
  /** Returns the whole body. */
  text(): Promise<string>;
};

/** Calls the service, passes a successful answer to `run`, and always closes the socket. */
export async function callService<T>(call: HttpCall, run: (answer: HttpAnswer) => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const done = new AbortController();
  const limitMs = call.limitMs ?? defaultLimitMs;
  call.host.clock.sleep(limitMs, done.signal).then(
    () => limit.abort(new Error(`no answer within ${limitMs} ms`)),
    () => undefined,
  );
  const unfollow = followAbort(limit, call.signal);
  const { signal } = limit;
  try {
    return await untilAborted(signal, exchange(call, signal, run));
  } catch (error) {
    if (signal.aborted) throw timedOut(signal);
    if (error instanceof EngineError) throw error;
    throw new EngineError('unavailable', 'The service cannot be reached.', { cause: error });
  } finally {
    unfollow();
    done.abort(answered);
  }
}

async function exchange<T>(
  call: HttpCall,
  signal: AbortSignal,
  run: (answer: HttpAnswer) => Promise<T>,
): Promise<T> {
  // A redirect would send the credentials elsewhere, so it counts as a wrong address.
  const response = await call.host.fetch(call.url, { ...call.init, redirect: 'manual', signal });
  const pieces = (): AsyncGenerator<string> => decode(response);
  if (response.ok) return run({ headers: response.headers, pieces, text: () => collect(pieces()) });
  const body = await collect(pieces()).catch(() => '');
  const failure = call.failureOf?.(response.status, body) ?? commonFailure(response.status);
  throw new EngineError(failure, `The service answered ${response.status}: ${excerpt(body)}`);
}

/** 408, 425 and 429 are temporary, as is 5xx; any other refusal needs the operator. */
function commonFailure(status: number): EngineFailure {
  if (status >= 500 || status === 408 || status === 425 || status === 429) return 'unavailable';
  return 'refused';
}

function excerpt(body: string): string {
  const line = body.slice(0, 2_000).replace(/\s+/g, ' ').trim().slice(0, 200);
  return line === '' ? 'without a word' : line.toWellFormed();
}

async function* decode(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > maxAnswerBytes) {
      throw new EngineError('nonsense', `The answer is longer than ${maxAnswerBytes} bytes.`);
    }
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

async function collect(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

/** Returns the whole body as text. Rejects with `EngineError` only. */
export function callText(call: HttpCall): Promise<string> {
  return callService(call, (answer) => answer.text());
}

/** Returns the body as JSON of the given shape; anything else is `nonsense`. Rejects with `EngineError` only. */
export async function callJson<T>(call: HttpCall, shape: ZodType<T>): Promise<T> {
  return readJson(await callText(call), shape);
}

export function readJson<T>(body: string, shape: ZodType<T>): T {
  if (body.length > maxJsonLength) {
    throw new EngineError('nonsense', `The answer is longer than ${maxJsonLength} characters.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (error) {
    throw new EngineError('nonsense', `The answer is not JSON: ${excerpt(body)}`, { cause: error });
  }
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new EngineError('nonsense', `The answer has another shape: ${excerpt(body)}`, {
    cause: parsed.error,
  });
}

/** Joins a base address from the settings and a path, whether or not the address ends in a slash. */
export function addressOf(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}${path}`;
}

/** Settings field: the address of a service. */
export const httpAddress = z.url({ protocol: /^https?$/, error: 'an http or https address' });

/** Builds a POST of JSON. */
export function jsonPost(body: object, headers: Record<string, string> = {}): RequestInit {
  const json = { 'content-type': 'application/json', ...headers };
  return { method: 'POST', headers: json, body: JSON.stringify(body) };
}
