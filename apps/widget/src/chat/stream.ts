/**
 * The stream of hints: server-sent events read by `fetch`, because `EventSource` can't carry a bearer token.
 * Parsing follows the HTML standard, "9.2.6 Interpreting an event stream", as far as data lines go.
 */
import type { VisitorStreamEvent, visitorStreamPath } from '@parley/contract/visitor';
import type { WidgetClock } from '../lib/clock.ts';
import { failureOf, type VisitorApiFailure } from './api.ts';

const streamPath: typeof visitorStreamPath = '/api/visitor/stream';

/** A stream without any data, not even a comment, for this long counts as dead. */
const silenceMs = 45_000;

export type StreamListener = { opened(): void; event(event: VisitorStreamEvent): void };

/** Resolves when the stream has ended, for whatever reason; never rejects. */
export type OpenStream = (
  token: string,
  listener: StreamListener,
  signal: AbortSignal,
) => Promise<VisitorApiFailure>;

/** Takes the stream's text in pieces of any cut and calls once for each event that can be understood. */
export function createParser(event: (event: VisitorStreamEvent) => void): (piece: string) => void {
  let rest = '';
  let data: string[] = [];
  function line(text: string): void {
    if (text.startsWith('data:')) data.push(text.slice(5));
    if (text !== '' || data.length === 0) return;
    const whole = data.join('\n');
    data = [];
    try {
      // Listeners ignore types that this version doesn't know.
      event(JSON.parse(whole) as VisitorStreamEvent);
    } catch {
      // Not Parley's: a hint only saves asking, and the next one makes up for it.
    }
  }
  return (piece) => {
    // A lone CR at the end may be half of a CRLF: it waits for its other half.
    const lines = (rest + piece).split(/\r\n|\n|\r(?=[^\n])/);
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
      // Cut off, by this page or by the network: both end the same.
    } finally {
      forget();
      signal.removeEventListener('abort', stop);
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
