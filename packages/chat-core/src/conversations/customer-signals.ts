import type { Cancel, ClientClock } from '../clock.ts';
import type { Live } from '../live.ts';
import { createStore, type ReadableStore } from '../store.ts';

/** Typing expires after this time, because platforms may never report that a customer has stopped. */
const typingEndsMs = 8000;

/** The customers who are typing and who are online, by conversation. */
export type CustomerSignals = { typing: ReadonlySet<string>; online: ReadonlyMap<string, boolean> };

export type CustomerSignalStore = { signals: ReadableStore<CustomerSignals>; close(): void };

/**
 * Collects the signals of all conversations. They are cleared on each connection, since they may have ended while it
 * was down.
 */
export function followCustomerSignals(live: Live, clock: ClientClock): CustomerSignalStore {
  const signals = createStore<CustomerSignals>({ typing: new Set(), online: new Map() });
  const ends = new Map<string, Cancel>();

  const setTyping = (conversationId: string, on: boolean) => {
    ends.get(conversationId)?.();
    ends.delete(conversationId);
    const present = signals.get();
    if (!on && !present.typing.has(conversationId)) return;
    const typing = new Set(present.typing);
    if (on) {
      typing.add(conversationId);
      ends.set(
        conversationId,
        clock.after(typingEndsMs, () => setTyping(conversationId, false)),
      );
    } else typing.delete(conversationId);
    signals.set({ ...present, typing });
  };
  const forget = () => {
    for (const cancel of ends.values()) cancel();
    ends.clear();
  };
  const stops = [
    live.on('typing', ({ conversationId, on }) => setTyping(conversationId, on)),
    live.on('changed', ({ conversationId, message }) => {
      if (message.direction === 'in') setTyping(conversationId, false);
    }),
    live.on('presence', ({ conversationId, online }) => {
      const present = signals.get();
      signals.set({ ...present, online: new Map(present.online).set(conversationId, online) });
    }),
    live.onConnect(() => {
      forget();
      signals.set({ typing: new Set(), online: new Map() });
    }),
  ];
  return {
    signals,
    close() {
      for (const stop of stops) stop();
      forget();
    },
  };
}
