import type { RealtimeHandlers } from '@parley/api-client';
import type { ServerEvents } from '@parley/contract/realtime';

/** Marks an event that a client doesn't need. */
export const ignored = 'ignored';

/**
 * Maps every event of the contract to its handler, or to `ignored`. When the contract gains an event, no client
 * compiles until it has decided on it.
 */
export type SocketEventHandlers = {
  [Name in keyof ServerEvents]: ServerEvents[Name] | typeof ignored;
};

/** Returns the handlers for `connectRealtime`, without the ignored events. */
export function handleSocketEvents(handlers: SocketEventHandlers): Partial<ServerEvents> & RealtimeHandlers {
  const handled = Object.entries(handlers).filter(([, handler]) => handler !== ignored);
  // Only whole entries were removed, so each remaining handler is still keyed by its own event's name.
  return Object.fromEntries(handled) as Partial<ServerEvents>;
}
