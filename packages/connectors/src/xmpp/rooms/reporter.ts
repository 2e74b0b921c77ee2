import { createBackoff } from '../../kit/backoff.ts';
import type { ConnectorHost, GroupReport } from '../../spec.ts';
import type { Occupants } from './occupants.ts';

/** Occupants come and go in crowds: what happens within this time, in ms, is one report. */
const pauseMs = 1_000;

type Stated = Pick<GroupReport, 'own' | 'title'>;

/** Reports what is known of a room, again until it is stored. */
export function createReporter(host: ConnectorHost, room: string, occupants: Occupants, signal: AbortSignal) {
  let stated: Stated = {};
  let working: Promise<void> | null = null;
  let waiting: (() => void)[] = [];

  async function report(): Promise<void> {
    const given = stated;
    stated = {};
    const { members, complete } = occupants.take();
    try {
      await host.group({
        chatId: room,
        ...given,
        ...(members.length > 0 ? { members } : {}),
        ...(complete ? { complete } : {}),
      });
    } catch (error) {
      stated = { ...given, ...stated };
      occupants.restore({ members, complete });
      throw error;
    }
  }

  async function work(): Promise<void> {
    const backoff = createBackoff({ random: host.random, firstMs: 500, maxMs: 15_000 });
    while ((Object.keys(stated).length > 0 || occupants.hasChanges()) && !signal.aborted) {
      try {
        await report();
        backoff.reset();
        notify();
        await host.clock.sleep(pauseMs, signal).catch(() => undefined);
      } catch (error) {
        host.log.warn({ err: error, room }, 'xmpp: what is known of a room could not be stored yet');
        await host.clock.sleep(backoff.next(), signal).catch(() => undefined);
      }
    }
  }

  /** Settles waits once nothing is left to store. */
  function notify(): void {
    if (Object.keys(stated).length > 0) return;
    const all = waiting;
    waiting = [];
    for (const each of all) each();
  }

  const soon = () => {
    if (signal.aborted) return;
    working ??= Promise.resolve()
      .then(work)
      .finally(() => {
        working = null;
      });
  };
  return {
    soon,
    own(state: NonNullable<GroupReport['own']>, title: string | null = null): void {
      const role = stated.own?.role;
      const kept = role === undefined || state.exit !== null ? {} : { role };
      stated = { ...stated, own: { ...kept, ...state }, ...(title === null ? {} : { title }) };
      soon();
    },
    /** Resolves when all that `own` was called with is stored; never, if the stream ends before. */
    stored: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (working === null) notify();
      }),
    async idle() {
      await working;
    },
  };
}

export type Reporter = ReturnType<typeof createReporter>;
