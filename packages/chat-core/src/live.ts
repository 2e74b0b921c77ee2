import type { Realtime, RealtimeHandlers } from '@parley/api-client';
import type { ServerEvents } from '@parley/contract/realtime';
import { handleSocketEvents, ignored, type SocketEventHandlers } from './socket-events.ts';
import { createStore, type ReadableStore } from './store.ts';

/** The events that an agent's client distributes to its parts. */
export type LiveEvent = Exclude<keyof ServerEvents, 'notified' | 'subAccount'>;

/** `starting` lasts until the first connection or failure. */
export type LiveState = 'starting' | 'connected' | 'lost';

/** A client's single socket, shared by all its parts: each part subscribes to the events that it needs. */
export type Live = {
  /** Adds a listener for one kind of event; the returned function removes it. */
  on<Name extends LiveEvent>(name: Name, listener: ServerEvents[Name]): () => void;
  /** Adds a listener that runs after each connection, including the first, to fetch what was missed. */
  onConnect(listener: () => void): () => void;
  state: ReadableStore<LiveState>;
  /** Connects; the returned function disconnects. */
  start(): () => void;
  /** Tries to connect at once instead of after the current wait. */
  retryNow(): void;
};

/** Returns handlers for the events that an agent's client handles. */
function handledBy(deliver: (name: LiveEvent) => (event: unknown) => void): SocketEventHandlers {
  return {
    changed: deliver('changed'),
    conversation: deliver('conversation'),
    handedOver: deliver('handedOver'),
    members: deliver('members'),
    erased: deliver('erased'),
    historyImported: deliver('historyImported'),
    customerProfile: deliver('customerProfile'),
    fanTags: deliver('fanTags'),
    prospectiveFans: deliver('prospectiveFans'),
    rated: deliver('rated'),
    typing: deliver('typing'),
    presence: deliver('presence'),
    colleague: deliver('colleague'),
    account: deliver('account'),
    accountMoved: deliver('accountMoved'),
    accountMuted: deliver('accountMuted'),
    characters: deliver('characters'),
    ended: deliver('ended'),
    // Agents have no notification center and see no other sub-accounts.
    notified: ignored,
    subAccount: ignored,
    moved: ignored,
    sensitiveWords: ignored,
  };
}

/** @param connect opens the socket, e.g. `connectRealtime` of the API client */
export function createLive(connect: (handlers: RealtimeHandlers) => Realtime): Live {
  const state = createStore<LiveState>('starting');
  const connectListeners = new Set<() => void>();
  const listeners = new Map<LiveEvent, Set<(event: unknown) => void>>();
  let realtime: Realtime | null = null;

  const deliver = (name: LiveEvent) => (event: unknown) => {
    for (const listener of [...(listeners.get(name) ?? [])]) listener(event);
  };
  const handlers: RealtimeHandlers = {
    ...handleSocketEvents(handledBy(deliver)),
    onConnect() {
      state.set('connected');
      for (const listener of [...connectListeners]) listener();
    },
    onDisconnect: () => state.set('lost'),
    onFailure: () => state.set('lost'),
  };

  return {
    state,
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      // This set receives only events of this name, whose shape the API client has checked against the contract.
      const untyped = listener as (event: unknown) => void;
      set.add(untyped);
      return () => set.delete(untyped);
    },
    onConnect(listener) {
      connectListeners.add(listener);
      return () => connectListeners.delete(listener);
    },
    start() {
      const opened = connect(handlers);
      realtime = opened;
      return () => {
        opened.close();
        if (realtime === opened) realtime = null;
        state.set('starting');
      };
    },
    retryNow: () => realtime?.retryNow(),
  };
}
