/** The desk's one socket, shared by all features: each listens to what concerns it. */
import type { Realtime, RealtimeHandlers } from '@parley/api-client';
import type { ServerEvents } from '@parley/contract';
import { createStore, type ReadableStore } from './store.ts';

type Listener<Name extends keyof ServerEvents> = ServerEvents[Name];

export type Live = {
  on<Name extends keyof ServerEvents>(name: Name, listener: Listener<Name>): () => void;
  /** Connected, the first time or again: fetch what was missed. */
  onConnect(listener: () => void): () => void;
  /** `starting` until the first connection or failure is known. */
  state: ReadableStore<LiveState>;
  /** Connects; the function that comes back disconnects. */
  start(): () => void;
  retryNow(): void;
};

export type LiveState = 'starting' | 'connected' | 'lost';

const names = [
  'changed',
  'conversation',
  'erased',
  'customerProfile',
  'typing',
  'presence',
  'account',
  'characters',
  'ended',
] as const;

/** @param connect `connectRealtime` bound to the desk's client */
export function createLive(connect: (handlers: RealtimeHandlers) => Realtime): Live {
  const state = createStore<LiveState>('starting');
  const connects = new Set<() => void>();
  const listeners = new Map<string, Set<(event: unknown) => void>>();
  let realtime: Realtime | null = null;

  const handlers: RealtimeHandlers = {
    onConnect() {
      state.set('connected');
      for (const listener of [...connects]) listener();
    },
    onDisconnect: () => state.set('lost'),
    onFailure: () => state.set('lost'),
  };
  for (const name of names) {
    handlers[name] = (event: unknown) => {
      for (const listener of [...(listeners.get(name) ?? [])]) listener(event);
    };
  }

  return {
    state,
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set);
      // The socket hands this set only events of this name, checked against the contract's shape.
      const untyped = listener as (event: unknown) => void;
      set.add(untyped);
      return () => set.delete(untyped);
    },
    onConnect(listener) {
      connects.add(listener);
      return () => connects.delete(listener);
    },
    start() {
      const mine = connect(handlers);
      realtime = mine;
      return () => {
        mine.close();
        if (realtime === mine) realtime = null;
        state.set('starting');
      };
    },
    retryNow: () => realtime?.retryNow(),
  };
}
