import {
  type Client,
  type ClientOptions,
  createClient,
  type Ended,
  endedBy,
  type KeyValueStorage,
} from '@parley/api-client';
import type { InterfaceLanguage } from '@parley/contract';
import { logOut, type Tokens } from '@parley/contract/identity';
import { createContext, use, useSyncExternalStore } from 'react';

/** The operator's login, with separate tokens: it neither sees nor ends that of an owner in the same browser. */
export type OperatorSession = {
  client: Client;
  isLoggedIn(): boolean;
  /** Why the last session ended without the operator's wish; null: it didn't. */
  ended(): Ended | null;
  logIn(tokens: Tokens): void;
  /** Ends the session on the server as far as it can be reached, and here in any case. */
  logOut(): Promise<void>;
  /** Login, logout, here or in another tab. */
  onChange(listener: () => void): () => void;
};

type Options = {
  storage: KeyValueStorage;
  language(): InterfaceLanguage;
} & Pick<ClientOptions, 'fetch' | 'locks'>;

/** The time that a logout waits for the server, in ms. */
const farewellMs = 3000;

export function createOperatorSession({ storage, language, ...rest }: Options): OperatorSession {
  let ended: Ended | null = null;
  const client = createClient({
    baseUrl: '',
    storage,
    language,
    audience: 'operator',
    onExpired: (why) => {
      ended = why;
    },
    // There is nothing to be kept on an operator's page.
    onReLogin: (problem) => {
      if (client.tokens.access() === null) return;
      ended = endedBy(problem);
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
      await client.call(logOut, {}, { signal: AbortSignal.timeout(farewellMs) }).catch(() => undefined);
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
