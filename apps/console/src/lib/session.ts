import {
  type Client,
  type ClientOptions,
  createClient,
  type KeyValueStorage,
  type Realtime,
  type RealtimeHandlers,
} from '@parley/api-client';
import { type InterfaceLanguage, logOut, type Tokens } from '@parley/contract';

/** Why the last session ended: `left` on the user's wish, the others without. */
export type SessionEnd = 'left' | 'timeout' | 'disabled';

export type Session = {
  client: Client;
  isLoggedIn(): boolean;
  /** Null before any session has ended in this page. */
  lastEnd(): SessionEnd | null;
  logIn(tokens: Tokens): void;
  /** Ends the session on the server as far as it can be reached, and here in any case. */
  logOut(): Promise<void>;
  /** The server says that it is over. */
  endedByServer(reason: Exclude<SessionEnd, 'left'>): void;
  /** Opens the socket. Rejects when its code can't be fetched; losing the server is its own matter. */
  connect(handlers: RealtimeHandlers): Promise<Realtime>;
  /** Log-in, log-out, here or in another tab. */
  onChange(listener: () => void): () => void;
  /** An end without the user's wish, told once per session. */
  onEnded(listener: (reason: Exclude<SessionEnd, 'left'>) => void): () => void;
};

export type SessionOptions = {
  storage: KeyValueStorage;
  language(): InterfaceLanguage;
  baseUrl?: string;
  connect?: Connect;
} & Pick<ClientOptions, 'fetch' | 'locks'>;

type Connect = (client: Client, handlers: RealtimeHandlers) => Promise<Realtime>;

/** Behind the first picture: every page is complete without the socket, and its library is not small. */
const connectLazily: Connect = async (client, handlers) => {
  const { connectRealtime } = await import('./connect-realtime.ts');
  return connectRealtime(client, handlers);
};

/** How long a log-out waits for the server, in milliseconds. */
const farewellMs = 3000;

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

/** The console's session: the typed client with its tokens, and why they went away. */
export function createSession({
  storage,
  language,
  baseUrl = '',
  connect = connectLazily,
  ...rest
}: SessionOptions): Session {
  let end: SessionEnd | null = null;
  const endListeners = new Set<(reason: Exclude<SessionEnd, 'left'>) => void>();
  const finish = (reason: Exclude<SessionEnd, 'left'>) => {
    if (end === reason) return;
    end = reason;
    for (const listener of [...endListeners]) listener(reason);
  };
  const client = createClient({
    baseUrl,
    storage,
    language,
    audience: 'console',
    onExpired: () => finish('timeout'),
    ...rest,
  });
  const { tokens } = client;

  return {
    client,
    connect: (handlers) => connect(client, handlers),
    isLoggedIn: () => tokens.access() !== null,
    lastEnd: () => end,
    logIn(given) {
      end = null;
      client.logIn(given);
    },
    async logOut() {
      end = 'left';
      await client.call(logOut, {}, { signal: AbortSignal.timeout(farewellMs) }).catch(() => undefined);
      end = 'left';
      tokens.clear();
    },
    endedByServer(reason) {
      finish(reason);
      tokens.clear();
    },
    onChange: (listener) => onTokens(tokens, listener),
    onEnded(listener) {
      endListeners.add(listener);
      return () => endListeners.delete(listener);
    },
  };
}
