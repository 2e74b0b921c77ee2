import {
  type Client,
  type ClientOptions,
  createClient,
  endReasonOf,
  type KeyValueStorage,
  type SessionEndReason,
} from '@parley/api-client';
import type { InterfaceLanguage } from '@parley/contract';
import { logOut, type Tokens } from '@parley/contract/identity';
import { createContext, use, useSyncExternalStore } from 'react';

/** The operator's login session, with separate tokens: independent of an owner's session in the same browser. */
export type OperatorSession = {
  client: Client;
  isLoggedIn(): boolean;
  /** Why the last session ended without a logout; null: it didn't. */
  ended(): SessionEndReason | null;
  logIn(tokens: Tokens): void;
  /** Ends the session on the server if it can be reached, and locally in any case. */
  logOut(): Promise<void>;
  /** Adds a listener for logins and logouts, here or in another tab. */
  onChange(listener: () => void): () => void;
};

type Options = {
  storage: KeyValueStorage;
  language(): InterfaceLanguage;
} & Pick<ClientOptions, 'fetch' | 'locks'>;

/** Time limit of the logout request, in ms. */
const logoutTimeoutMs = 3000;

export function createOperatorSession({ storage, language, ...rest }: Options): OperatorSession {
  let ended: SessionEndReason | null = null;
  const client = createClient({
    baseUrl: '',
    storage,
    language,
    audience: 'operator',
    onExpired: (why) => {
      ended = why;
    },
    // An operator's page has no input worth keeping.
    onReLogin: (problem) => {
      if (client.tokens.access() === null) return;
      ended = endReasonOf(problem);
      client.tokens.clear();
    },
    ...rest,
  });
  const { tokens } = client;
  return {
    client,
    isLoggedIn: () => tokens.access() !== null,
    ended: () => ended,
    logIn: (given) => {
      ended = null;
      client.logIn(given);
    },
    async logOut() {
      await client.call(logOut, {}, { signal: AbortSignal.timeout(logoutTimeoutMs) }).catch(() => undefined);
      ended = null;
      tokens.clear();
    },
    onChange(listener) {
      const forget = tokens.onChange(listener);
      const elsewhere = ({ key }: StorageEvent) => {
        if (key === tokens.keys.access || key === null) listener();
      };
      window.addEventListener('storage', elsewhere);
      return () => {
        forget();
        window.removeEventListener('storage', elsewhere);
      };
    },
  };
}

export const OperatorContext = createContext<OperatorSession | null>(null);

export function useOperator(): OperatorSession {
  const session = use(OperatorContext);
  if (session === null) throw new Error('OperatorContext has no provider above this component');
  return session;
}

export function useOperatorLoggedIn(): boolean {
  const session = useOperator();
  return useSyncExternalStore(session.onChange, session.isLoggedIn);
}
