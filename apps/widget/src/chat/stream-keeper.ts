/** Keeps the stream of hints open while it is wanted. */
import type { WidgetClock } from '../lib/clock.ts';
import { coalesced, type WidgetVisit } from './persistence.ts';
import type { OpenStream, StreamListener } from './stream.ts';

/** A stream that lasted this long was healthy, which resets the backoff. */
const goodMs = 10_000;
/** Interval of checks that don't depend on hints, however healthy the stream looks. */
const checkMs = 60_000;

export type StreamKeeper = {
  /** Opens the stream if it is wanted and not open. */
  start(): void;
  /** Closes the stream; it reopens at once if it is still wanted. */
  close(): void;
  /** Returns whether two attempts in a row have failed. */
  trouble(): boolean;
};

export function createStreamKeeper(
  visit: WidgetVisit,
  clock: WidgetClock,
  open: OpenStream,
  on: {
    event: StreamListener['event'];
    /** Called when hints may have been missed. */
    check(): void;
    wanted(): boolean;
    changed(): void;
  },
): StreamKeeper {
  let controller = new AbortController();
  let failures = 0;
  let connected = false;
  const trouble = (): boolean => !connected && failures > 1;

  /** Resolves when the stream has ended and the next attempt is due. */
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
  const start = coalesced(async () => {
    for (let token = visit.token(); token !== null && on.wanted(); token = visit.token()) await once(token);
  });
  return { start, close: () => controller.abort(), trouble };
}
