/** Keeps the stream of hints open while the page may be visible. */
import type { WidgetClock } from '../lib/clock.ts';
import { single, type WidgetVisit } from './persistence.ts';
import type { OpenStream, StreamListener } from './stream.ts';

/** A stream that lasted this long was a good one: the next pause starts small again. */
const goodMs = 10_000;
/** However healthy the stream looks, nothing may depend on a hint's arrival: ask this often all the same. */
const checkMs = 60_000;

export type Listen = {
  /** Opens the stream, if it is wanted and not open. */
  start(): void;
  /** Ends the stream; it comes back at once if it is still wanted. */
  cut(): void;
  /** Two tries in a row have failed. */
  trouble(): boolean;
};

export function createListen(
  visit: WidgetVisit,
  clock: WidgetClock,
  open: OpenStream,
  on: {
    event: StreamListener['event'];
    /** Hints may have been missed. */
    check(): void;
    wanted(): boolean;
    changed(): void;
  },
): Listen {
  let controller = new AbortController();
  let failures = 0;
  let connected = false;
  const trouble = (): boolean => !connected && failures > 1;

  /** Resolves when the stream has ended and the next one may be tried. */
  async function once(token: string): Promise<void> {
    controller = new AbortController();
    const { signal } = controller;
    const began = clock.now();
    let forget = (): void => {};
    function check(): void {
      on.check();
      forget = clock.after(checkMs, check);
    }
    function opened(): void {
      connected = true;
      check();
      on.changed();
    }
    const end = await open(token, { event: on.event, opened }, signal);
    forget();
    connected = false;
    if (visit.token() !== token || signal.aborted) return;
    if (!end.ok && end.why === 'stale') return visit.lost(token);
    failures = clock.now() - began > goodMs ? 0 : failures + 1;
    on.changed();
    await visit.pauses.after(end, failures);
  }
  const start = single(async () => {
    for (let token = visit.token(); token !== null && on.wanted(); token = visit.token()) await once(token);
  });
  return { start, cut: () => controller.abort(), trouble };
}
