import type { Client } from '@parley/api-client';
import { createContext, use, useSyncExternalStore } from 'react';
import type { Session } from './session.ts';

export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('SessionContext has no provider above this component');
  return session;
}

export function useClient(): Client {
  return useSession().client;
}

/** Returns whether a user is logged in; updates on logins and logouts, in other tabs as well. */
export function useLoggedIn(): boolean {
  const session = useSession();
  return useSyncExternalStore(session.onChange, session.isLoggedIn);
}
