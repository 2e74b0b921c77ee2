/**
 * The only HTTP client for outside services. Limits responses in size after decompression and in time: a megabyte on
 * the wire can be a gigabyte in memory, and a body that trickles in may never end.
 */
import type { Readable } from 'node:stream';
import { followAbort } from '@parley/contract/follow-abort';
import { type Dispatcher, FormData as OwnForm, fetch as undiciFetch } from 'undici';

export type BoundedRequestInit = RequestInit & {
  /** Maximum bytes of the decompressed body; left out: `usualLimit`. */
  answerLimit?: number;
  /** Time from the request to the last byte, in ms; left out: the limit given to `createBoundedFetch`. */
  answerMs?: number;
  /**
   * Called once a connection is open, before the request is written, and again before each chunk of its body. On false
   * nothing more is written and `fetch` rejects.
   */
  mayStart?: () => boolean;
};

/** Bytes. The longest responses from platforms and engines are a few hundred KiB. */
const usualLimit = 8 * 1024 * 1024;
/** Time from the request to the last byte, in ms: longer than a platform holds a long poll open. */
const answerMs = 60_000;

/** Thrown while the body is read; the connection is closed. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge';
  readonly code = 'EANSWERTOOLARGE';
  constructor(limit: number) {
    super(`the answer is longer than ${limit} bytes`);
  }
}

/** Thrown when `mayStart` returned false once a connection was open; nothing of the request was written. */
class NotStarted extends Error {
  override name = 'NotStarted';
  readonly code = 'ENOTSTARTED';
  constructor() {
    super('the request was not started');
  }
}

/** Thrown for a request that was already begun or redirected: its receiver may have acted on what was written. */
class NotFinished extends Error {
  override name = 'NotFinished';
  constructor(reason = 'it may no longer be sent') {
    super(`the request was not finished: ${reason}`);
  }
}

/** Returns whether a body was longer than its limit. */
export const isAnswerTooLarge = (error: unknown): boolean => error instanceof AnswerTooLarge;

/**
 * Returns a `fetch` through `dispatcher`. It rejects as `fetch` does; reading the body throws `AnswerTooLarge` or a
 * TimeoutError.
 */
export function createBoundedFetch(dispatcher: Dispatcher, limitMs = answerMs) {
  return async (url: string, init: BoundedRequestInit = {}): Promise<Response> => {
    const { answerLimit: limit = usualLimit, answerMs: ms = limitMs, mayStart, signal, ...rest } = init;
    const { ended, release, end } = endingAfter(ms, signal);
    const body = rest.body instanceof FormData ? ownForm(rest.body) : rest.body;
    const asked = {
      ...rest,
      ...(body === undefined ? {} : { body }),
      dispatcher: mayStart ? dispatcher.compose(startingIf(mayStart)) : dispatcher,
      signal: ended,
    };
    try {
      // undici's fetch and Response are the ones that Node ships; only their declared types differ.
      const response = (await undiciFetch(url, asked as object)) as unknown as Response;
      return boundedAnswer(response, limit, release);
    } catch (error) {
      // Also closes the connection of an answer that is refused here, such as one with the status 999.
      end(error);
      throw error;
    }
  };
}

/** Returns a signal that is aborted after `ms`, or with the caller's, until `release` or `end` is called; `end` aborts it. */
function endingAfter(ms: number, signal: AbortSignal | null | undefined) {
  const ending = new AbortController();
  const unfollow = signal ? followAbort(ending, signal) : () => undefined;
  const timer = setTimeout(() => {
    unfollow();
    ending.abort(new DOMException(`no complete answer within ${ms} ms`, 'TimeoutError'));
  }, ms).unref();
  const release = () => {
    clearTimeout(timer);
    unfollow();
  };
  const end = (reason: unknown) => {
    release();
    ending.abort(reason);
  };
  return { ended: ending.signal, release, end };
}

/**
 * Checks again after connecting and before each chunk of the body: both can take seconds, in which the whole process may
 * have been suspended. A request without its last chunk is incomplete to its receiver. A redirected request is written
 * several times, and refusing the next one doesn't undo what the first has caused.
 */
function startingIf(mayStart: () => boolean): Dispatcher.DispatcherComposeInterceptor {
  let hasStarted = false;
  return (dispatch) => (options, handler) => {
    const isRedirected = hasStarted;
    let controller: Dispatcher.DispatchController | null = null;
    const mayGoOn = () => {
      if (mayStart()) return true;
      controller?.abort(hasStarted ? new NotFinished() : new NotStarted());
      return false;
    };
    return dispatch(withBody(options, mayGoOn), {
      onRequestStart(own, context) {
        controller = own;
        if (!mayGoOn()) return;
        hasStarted = true;
        handler.onRequestStart?.(own, context);
      },
      onRequestUpgrade: (...upgrade) => handler.onRequestUpgrade?.(...upgrade),
      onResponseStart: (...start) => handler.onResponseStart?.(...start),
      onResponseData: (...data) => handler.onResponseData?.(...data),
      onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
      // An error such as ECONNREFUSED would claim that nothing was written.
      onResponseError: (own, error) =>
        handler.onResponseError?.(own, isRedirected ? new NotFinished(error.message) : error),
    });
  };
}

function withBody(options: Dispatcher.DispatchOptions, mayGoOn: () => boolean): Dispatcher.DispatchOptions {
  // `fetch` passes every body as an iterable, which the declared type leaves out.
  const given = options.body as AsyncIterable<Uint8Array> | null | undefined;
  if (!given) return options;
  // As before: an iterable, which undici takes.
  const body = whileTrue(mayGoOn, given) as unknown as Readable;
  return { ...options, body };
}

async function* whileTrue(mayGoOn: () => boolean, pieces: AsyncIterable<Uint8Array>) {
  for await (const piece of pieces) {
    if (!mayGoOn()) return;
    yield piece;
  }
}

/** Converts a form to undici's own class: undici would write any other as `[object FormData]`. */
function ownForm(form: FormData): OwnForm {
  const own = new OwnForm();
  for (const [name, value] of form) own.append(name, value);
  return own;
}

/** Passes the body on in pieces up to `limit` bytes. Calls `release` when nothing more of it is to come. */
function boundedAnswer(response: Response, limit: number, release: () => void): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) {
    release();
    return response;
  }
  const reader = body.getReader();
  let bytes = 0;
  const counted = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) {
            bytes += value.byteLength;
            if (bytes > limit) throw new AnswerTooLarge(limit);
            controller.enqueue(value);
            return;
          }
          controller.close();
        } catch (error) {
          controller.error(error);
          // Closes the connection; the stream fails with the error above, whatever this does.
          reader.cancel(error).catch(() => undefined);
        }
        release();
      },
      cancel(reason) {
        release();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(counted, { status, statusText, headers });
}
