/**
 * The one way to ask an outside service over HTTP. What comes back is limited in size after decompression and in time:
 * a megabyte on the wire can be a gigabyte in memory, and an answer that drips never ends.
 */
import type { Readable } from 'node:stream';
import { type Dispatcher, FormData as OwnForm, fetch as undiciFetch } from 'undici';

export type BoundedInit = RequestInit & {
  /** Bytes of the decompressed body, instead of `usualLimit`. */
  answerLimit?: number;
  /** ms from the request to the last byte, instead of the usual. */
  answerMs?: number;
  /**
   * Asked when a connection stands and the request is about to be written, and for each piece of its body. False: nothing
   * more is written, `fetch` rejects.
   */
  mayStart?: () => boolean;
};

/** Bytes. The longest answers that platforms and engines give are a few hundred KiB. */
const usualLimit = 8 * 1024 * 1024;
/** ms from the request to the last byte: longer than a platform holds a long poll open. */
const answerMs = 60_000;

/** Thrown while the body is read; the connection is closed. */
export class AnswerTooLarge extends Error {
  override name = 'AnswerTooLarge';
  readonly code = 'EANSWERTOOLARGE';
  constructor(limit: number) {
    super(`the answer is longer than ${limit} bytes`);
  }
}

/** The request was no longer to be made when a connection for it stood; nothing of it was written. */
class NotStarted extends Error {
  override name = 'NotStarted';
  readonly code = 'ENOTSTARTED';
  constructor() {
    super('the request was not started');
  }
}

/** The same for a request that was begun, or redirected: its receiver may have acted upon what was written. */
class NotFinished extends Error {
  override name = 'NotFinished';
  constructor(reason = 'it may no longer be sent') {
    super(`the request was not finished: ${reason}`);
  }
}

/** Returns whether a body was longer than its limit. */
export const isAnswerTooLarge = (error: unknown): boolean => error instanceof AnswerTooLarge;

/** Asks through `dispatcher`. Rejects as `fetch` does; reading the body throws `AnswerTooLarge` or a TimeoutError. */
export function boundedFetch(dispatcher: Dispatcher, limitMs = answerMs) {
  return async (url: string, init: BoundedInit = {}): Promise<Response> => {
    const { answerLimit: limit = usualLimit, answerMs: ms = limitMs, mayStart, signal, ...rest } = init;
    const late = AbortSignal.timeout(ms);
    const body = rest.body instanceof FormData ? ownForm(rest.body) : rest.body;
    const asked = {
      ...rest,
      ...(body === undefined ? {} : { body }),
      dispatcher: mayStart ? dispatcher.compose(startingIf(mayStart)) : dispatcher,
      signal: signal ? AbortSignal.any([signal, late]) : late,
    };
    // undici's own fetch and Response are the ones that Node ships; only their declared types are apart.
    const response = (await undiciFetch(url, asked as object)) as unknown as Response;
    return boundedAnswer(response, limit);
  };
}

/**
 * Looks once more after the dialing, and before each piece of the body: both can take seconds, and the whole process can stand
 * still during them. A request without its last piece is none to its receiver. One that was redirected is written several
 * times: what the first has done is not undone by a refusal of the next.
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

/** undici takes only forms of this library's class: it would write any other as `[object FormData]`. */
function ownForm(form: FormData): OwnForm {
  const own = new OwnForm();
  for (const [name, value] of form) own.append(name, value);
  return own;
}

function boundedAnswer(response: Response, limit: number): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      bytes += piece.byteLength;
      if (bytes > limit) controller.error(new AnswerTooLarge(limit));
      else controller.enqueue(piece);
    },
  });
  return new Response(body.pipeThrough(counted), { status, statusText, headers });
}
