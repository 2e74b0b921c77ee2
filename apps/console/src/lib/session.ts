import {
  type ApiError,
  type Client,
  type ClientOptions,
  createClient,
  type Ended,
  isClosed,
  type KeyValueStorage,
  memoryStorage,
  type Realtime,
  type RealtimeHandlers,
} from '@parley/api-client';
import type { AnswerOf, InterfaceLanguage } from '@parley/contract';
import { getLoginUserInfo, logOut, type Tokens } from '@parley/contract/identity';
import { id as idShape } from '@parley/contract/values';
import { type Cache, createCache } from './cache.ts';
import { createListeners } from './listeners.ts';
import { createTenancy, type Tenancy } from './tenancy.ts';

/** Why the last session ended: `left` on the user's wish, else without. */
export type SessionEnd = 'left' | Ended;

export type LoggedIn = AnswerOf<typeof getLoginUserInfo>;

/** The part of a login session that is kept in this browser. */
export type KeptTokens = Pick<Tokens, 'accessToken' | 'refreshToken'>;

export type Session = {
  client: Client;
  isLoggedIn(): boolean;
  /** Null before any session has ended in this page. */
  lastEnd(): SessionEnd | null;
  logIn(tokens: Tokens): void;
  /** Ends the session on the server as far as it can be reached, and here in any case. */
  logOut(): Promise<void>;
  /** The server says that this login isn't valid here any more, and the user wants another one: no message. */
  giveUp(): void;
  /**
   * Asks the server who is logged in here; null: no user, or a session that turned out to be over. Rejects when the
   * server doesn't say.
   */
  present(): Promise<LoggedIn | null>;
  /** A client without a login session, for trying tokens out: it keeps them in memory. */
  apart(): Client;
  /** Logs in with these tokens and ends the session that was here on the server, as far as it can be reached. */
  replaceBy(tokens: KeptTokens): Promise<void>;
  /** The user of the session, or of the last one; forgotten by a logout. Null also before the server has answered. */
  user(): string | null;
  rememberUser(id: string): void;
  tenancy: Tenancy;
  /** The server says that it is over. */
  endedByServer(ended: Ended): void;
  /** Opens the socket. Rejects when its code can't be fetched; losing the server is its own matter. */
  connect(handlers: RealtimeHandlers): Promise<Realtime>;
  /** Login, logout, here or in another tab. */
  onChange(listener: () => void): () => void;
  /** Adds a listener for an end without the user's wish, called once per session. */
  onEnded(listener: (ended: Ended) => void): () => void;
  /**
   * Adds a listener for each call that is refused because the login isn't valid here any more; the user is asked
   * about it once.
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

/** Apart from the login page's code, which does without it: its library is not small. */
export const loadRealtime = () => import('./connect-realtime.ts');

const connectLazily: Connect = async (client, handlers) => {
  const { connectRealtime } = await loadRealtime();
  return connectRealtime(client, handlers);
};

/** The time that a logout waits for the server, in ms. */
const farewellMs = 3000;

/** The time for which a session's user is remembered: as long as the session could live. */
const rememberMs = 30 * 24 * 60 * 60 * 1000;

/** The name that one token had in earlier clients: taken over once. */
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

/** Notifies of the ends of sessions: not while the user leaves, and of each end once. */
function createEndings() {
  const ended = createListeners<[Ended]>();
  const refused = createListeners<[ApiError]>();
  const now: { end: SessionEnd | null; quiet: boolean } = { end: null, quiet: false };
  return {
    now,
    ended,
    refused,
    finish(why: Ended) {
      // A session that turns out to be over while its user leaves has been left. The first to say why knows best.
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

/** Ends a client's session on the server. An unreachable server or a session that is over is no failure. */
export async function endSession(client: Client): Promise<void> {
  await client.call(logOut, {}, { signal: AbortSignal.timeout(farewellMs) }).catch(() => undefined);
}

/** The actions that take time: asking who is logged in, leaving, and changing places. */
function createDoors(client: Client, { now, quietly }: Endings, cache: Cache) {
  const leave = async () => {
    await endSession(client);
    now.end = 'left';
    // First, so that the other tabs, which are notified of the tokens, see that this was no timeout.
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
  const replaceBy = async (tokens: KeptTokens) => {
    if (client.tokens.access() !== null) await endSession(client);
    cache.delete('user');
    client.tokens.set(tokens);
  };
  return {
    logOut: () => quietly(leave),
    present: () => quietly(ask),
    replaceBy: (tokens: KeptTokens) => quietly(() => replaceBy(tokens)),
  };
}

/** The console's session: the typed client with its tokens, and why they went away. */
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
    // A new session, perhaps begun in another tab: its end is reported again.
    if (tokens.access() !== null) endings.now.end = null;
  });

  return {
    client,
    tenancy,
    ...createDoors(client, endings, cache),
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

/** The session ended on its own: its user will want to go on where they were. */
export function isExpectedBack(session: Session): boolean {
  const end = session.lastEnd();
  return end !== 'left' && (end === null || !isClosed(end)) && session.user() !== null;
}
