import type { RealtimeHandlers } from '@parley/api-client';
import type { ServerEvents } from '@parley/contract/realtime';

/** Marks an event that a client doesn't need. */
export const ignored = 'ignored';

/**
 * Names every event of the contract with its handler, or as `ignored`. An event that is added to the contract
 * doesn't compile until each client has decided on it.
 */
export type SocketEventHandlers = {
  [Name in keyof ServerEvents]: ServerEvents[Name] | typeof ignored;
};

/** Returns the handlers for `connectRealtime`, without the ignored events. */
export function handleSocketEvents(handlers: SocketEventHandlers): Partial<ServerEvents> & RealtimeHandlers {
  const handled = Object.entries(handlers).filter(([, handler]) => handler !== ignored);
  // Only whole entries were left out: each remaining handler stands under its own event's name.
  return Object.fromEntries(handled) as Partial<ServerEvents>;
}
