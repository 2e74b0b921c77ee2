import {
  type ApiError,
  type Client,
  type ClientOptions,
  createClient,
  isAccountClosed,
  type KeyValueStorage,
  memoryStorage,
  type Realtime,
  type RealtimeHandlers,
  type SessionEndReason,
} from '@parley/api-client';
import type { AnswerOf, InterfaceLanguage } from '@parley/contract';
import { getLoginUserInfo, logOut, type Tokens } from '@parley/contract/identity';
import { id as idShape } from '@parley/contract/values';
import { type Cache, createCache } from './cache.ts';
import { createListeners } from './listeners.ts';
import { createTenancy, type Tenancy } from './tenancy.ts';

/** Why the last session ended; `left` is a logout by the user. */
export type SessionEnd = 'left' | SessionEndReason;

export type LoggedIn = AnswerOf<typeof getLoginUserInfo>;

/** The part of a login session that is stored in this browser. */
export type StoredTokens = Pick<Tokens, 'accessToken' | 'refreshToken'>;

export type Session = {
  client: Client;
  isLoggedIn(): boolean;
  /** Null until a session has ended in this page. */
  lastEnd(): SessionEnd | null;
  logIn(tokens: Tokens): void;
  /** Ends the session on the server if it can be reached, and locally in any case. */
  logOut(): Promise<void>;
  /** Ends the session without a message: the server has rejected this login, and the user chose to log in again. */
  giveUp(): void;
  /**
   * Asks the server who is logged in. Resolves with null when there is no session or it has ended; rejects when the
   * request fails.
   */
  present(): Promise<LoggedIn | null>;
  /** Returns a client without a login session, for trying tokens out; it keeps them in memory. */
  apart(): Client;
  /** Logs in with these tokens and ends the previous session on the server, if it can be reached. */
  replaceBy(tokens: StoredTokens): Promise<void>;
  /** The user of the current or last session; null after a logout and until the server has answered. */
  user(): string | null;
  rememberUser(id: string): void;
  tenancy: Tenancy;
  /** Records that the server has ended the session. */
  endedByServer(ended: SessionEndReason): void;
  /** Opens the socket. Rejects when its code can't be fetched; connection losses are handled by the socket itself. */
  connect(handlers: RealtimeHandlers): Promise<Realtime>;
  /** Adds a listener for logins and logouts, here or in another tab. */
  onChange(listener: () => void): () => void;
  /** Adds a listener for ends not caused by the user, called once per session. */
  onEnded(listener: (ended: SessionEndReason) => void): () => void;
  /**
   * Adds a listener for every call that is refused because the login is no longer valid here; the user is asked only
   * once.
   */
  onReLogin(listener: (problem: ApiError) => void): () => void;
};

export type SessionOptions = {
  storage: KeyValueStorage;
  language(): InterfaceLanguage;
  baseUrl?: string;
  connect?: Connect;
} & Pick<ClientOptions, 'fetch' | 'locks' | 'timeLimitMs'>;

type Connect = (client: Client, handlers: RealtimeHandlers) => Promise<Realtime>;

/** In a separate chunk: the socket library is large, and the login page doesn't need it. */
export const loadRealtime = () => import('./connect-realtime.ts');

const connectLazily: Connect = async (client, handlers) => {
  const { connectRealtime } = await loadRealtime();
  return connectRealtime(client, handlers);
};

/** Time limit of the logout request, in ms. */
const logoutTimeoutMs = 3000;

/** Time for which a session's user is remembered: the maximum lifetime of a session. */
const rememberMs = 30 * 24 * 60 * 60 * 1000;

/** Migrates the single token stored by earlier clients. */
function adoptLegacyToken(storage: KeyValueStorage): void {
  const legacy = storage.getItem('token');
  if (legacy === null) return;
  storage.removeItem('token');
  if (storage.getItem('ACCESS_TOKEN') === null) storage.setItem('ACCESS_TOKEN', legacy);
}

function onTokens(tokens: Client['tokens'], listener: () => void): () => void {
  const forget = tokens.onChange(listener);
  const elsewhere = (event: StorageEvent) => {
    if (event.key === tokens.keys.access || event.key === null) listener();
  };
  window.addEventListener('storage', elsewhere);
  return () => {
    forget();
    window.removeEventListener('storage', elsewhere);
  };
}

/** Notifies listeners of session ends: each end once, and none during a logout. */
function createEndings() {
  const ended = createListeners<[SessionEndReason]>();
  const refused = createListeners<[ApiError]>();
  const now: { end: SessionEnd | null; quiet: boolean } = { end: null, quiet: false };
  return {
    now,
    ended,
    refused,
    finish(why: SessionEndReason) {
      // A session found to be over during a logout counts as logged out. Only the first reason is kept, as it is the
      // most precise.
      if (now.quiet || now.end !== null) return;
      now.end = why;
      ended.tell(why);
    },
    refuse(problem: ApiError) {
      if (!now.quiet && now.end === null) refused.tell(problem);
    },
    async quietly<T>(work: () => Promise<T>): Promise<T> {
      now.quiet = true;
      try {
        return await work();
      } finally {
        now.quiet = false;
      }
    },
  };
}
type Endings = ReturnType<typeof createEndings>;

/** Ends a client's session on the server. Neither an unreachable server nor an ended session is an error. */
export async function endSession(client: Client): Promise<void> {
  await client.call(logOut, {}, { signal: AbortSignal.timeout(logoutTimeoutMs) }).catch(() => undefined);
}

/** The asynchronous actions: loading the user, logging out and replacing the session. */
function createActions(client: Client, { now, quietly }: Endings, cache: Cache) {
  const leave = async () => {
    await endSession(client);
    now.end = 'left';
    // Before the tokens: other tabs are notified when these are cleared, and must see that this was a logout.
    cache.delete('user');
    client.tokens.clear();
  };
  const ask = async () => {
    if (client.tokens.access() === null) return null;
    try {
      return await client.call(getLoginUserInfo);
    } catch (problem) {
      if (client.tokens.access() === null) return null;
      throw problem;
    }
  };
  const replaceBy = async (tokens: StoredTokens) => {
    if (client.tokens.access() !== null) await endSession(client);
    cache.delete('user');
    client.tokens.set(tokens);
  };
  return {
    logOut: () => quietly(leave),
    present: () => quietly(ask),
    replaceBy: (tokens: StoredTokens) => quietly(() => replaceBy(tokens)),
  };
}

/** Creates the console's session: the typed client with its tokens, and the reason of the last end. */
export function createSession({
  storage,
  language,
  baseUrl = '',
  connect = connectLazily,
  ...rest
}: SessionOptions): Session {
  adoptLegacyToken(storage);
  const cache = createCache(storage);
  const tenancy = createTenancy(storage, cache);
  const endings = createEndings();
  const common = { ...rest, baseUrl, language, audience: 'console', tenantId: tenancy.id } as const;
  const client = createClient({
    ...common,
    storage,
    onExpired: endings.finish,
    onReLogin: endings.refuse,
  });
  const { tokens } = client;
  onTokens(tokens, () => {
    // A new session, possibly begun in another tab: its end is reported again.
    if (tokens.access() !== null) endings.now.end = null;
  });

  return {
    client,
    tenancy,
    ...createActions(client, endings, cache),
    apart: () => createClient({ ...common, storage: memoryStorage(), onExpired: () => undefined }),
    connect: (handlers) => connect(client, handlers),
    isLoggedIn: () => tokens.access() !== null,
    lastEnd: () => endings.now.end,
    logIn: client.logIn,
    user: () => cache.get('user', idShape),
    rememberUser: (id) => cache.set('user', id, rememberMs),
    giveUp: tokens.clear,
    endedByServer(why) {
      endings.finish(why);
      tokens.clear();
    },
    onChange: (listener) => onTokens(tokens, listener),
    onEnded: endings.ended.add,
    onReLogin: endings.refused.add,
  };
}

/** True when the session ended without a logout, so that its user will want to continue where they were. */
export function expectsReLogin(session: Session): boolean {
  const end = session.lastEnd();
  return end !== 'left' && (end === null || !isAccountClosed(end)) && session.user() !== null;
}
