/**
 * The stream of hints: server-sent events read by `fetch`, because `EventSource` can't send a bearer token. Parsing
 * follows the HTML standard, "9.2.6 Interpreting an event stream", for data lines.
 */
import type { VisitorStreamEvent, visitorStreamPath } from '@parley/contract/visitor';
import type { WidgetClock } from '../lib/clock.ts';
import { failureOf, type VisitorApiFailure } from './api.ts';

const streamPath: typeof visitorStreamPath = '/api/visitor/stream';

/** A stream without any data, including comments, for this long counts as dead. */
const silenceMs = 45_000;

export type StreamListener = { opened(): void; event(event: VisitorStreamEvent): void };

/**
 * Resolves when the stream has ended, for any reason; never rejects.
 *
 * @param signal ends it; each stream has another one
 */
export type OpenStream = (
  token: string,
  listener: StreamListener,
  signal: AbortSignal,
) => Promise<VisitorApiFailure>;

/** Returns a function that consumes the stream's text in arbitrary chunks, and calls `event` for each one that can be parsed. */
export function createParser(event: (event: VisitorStreamEvent) => void): (piece: string) => void {
  let rest = '';
  let data: string[] = [];
  function line(text: string): void {
    if (text.startsWith('data:')) data.push(text.slice(5));
    if (text !== '' || data.length === 0) return;
    const whole = data.join('\n');
    data = [];
    try {
      // Listeners ignore types unknown to this version.
      event(JSON.parse(whole) as VisitorStreamEvent);
    } catch {
      // Not Parley's. Hints only save polling, and the next one makes up for this one.
    }
  }
  return (piece) => {
    // A lone CR at the end may be half of a CRLF, so it is kept until the next chunk.
    const lines = (rest + piece).split(/\r?\n|\r(?=[^\n])/);
    rest = lines.pop() ?? '';
    for (const text of lines) line(text);
  };
}

export function createStream(base: string, fetch: typeof globalThis.fetch, clock: WidgetClock): OpenStream {
  return async (token, listener, signal) => {
    const cut = new AbortController();
    const stop = (): void => cut.abort();
    let forget = clock.after(silenceMs, stop);
    const alive = (): void => {
      forget();
      forget = clock.after(silenceMs, stop);
    };
    signal.addEventListener('abort', stop);
    try {
      const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
      const init: RequestInit = { headers, credentials: 'omit', cache: 'no-store', signal: cut.signal };
      const response = await fetch(base + streamPath, init);
      if (!response.ok || response.body === null) {
        return failureOf(response.status, response.headers.get('retry-after'), {});
      }
      listener.opened();
      await read(response.body, createParser(listener.event), alive);
    } catch {
      // Aborted by this page or by the network, with the same result.
    } finally {
      forget();
    }
    return { ok: false, why: 'offline' };
  };
}

async function read(
  body: ReadableStream<Uint8Array>,
  parse: (piece: string) => void,
  alive: () => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    parse(decoder.decode(value, { stream: true }));
  }
}
