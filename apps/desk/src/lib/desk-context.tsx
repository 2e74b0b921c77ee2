import type { Client } from '@parley/api-client';
import type { Live } from '@parley/chat-core';
import { createContext, useContext } from 'react';

/** The dependencies of every feature of a desk. */
export type Desk = {
  client: Client;
  live: Live;
  /** The browser's storage, or a test's. */
  storage: Storage;
  /** Logs out: ends the session on the server and discards it here. */
  logOut(): void;
};

const DeskContext = createContext<Desk | null>(null);

export const DeskProvider = DeskContext.Provider;

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error('useDesk stands outside DeskProvider');
  return desk;
}
