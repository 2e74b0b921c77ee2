import {
  type Client,
  type ClientOptions,
  type Ended,
  endedBy,
  type Realtime,
  type RealtimeHandlers,
} from '@parley/api-client';
import { logOut } from '@parley/contract/identity';
import { createLive, type Live } from './live.ts';
import { createStore, type ReadableStore } from './store.ts';

export type AgentSessionOptions = {
  /** Creates the HTTP client, whose failures end the session through these hooks. */
  createClient(hooks: Required<Pick<ClientOptions, 'onExpired' | 'onReLogin'>>): Client;
  /** Opens the socket of this client. */
  connect(client: Client, handlers: RealtimeHandlers): Realtime;
};

/** An agent's login session: the HTTP client, the socket, and how the session ended. */
export type AgentSession = {
  client: Client;
  live: Live;
  loggedIn: ReadableStore<boolean>;
  /** Reason for an end of the session that the agent did not request; null while one is open, and after `logOut`. */
  ending: ReadableStore<Ended | null>;
  /** Reads the tokens again: another window that shares their storage has logged in or out. */
  readTokens(): void;
  /** Ends the session here in any case, and on the server if it can be reached. */
  logOut(): void;
};

export function createAgentSession({ createClient, connect }: AgentSessionOptions): AgentSession {
  const ending = createStore<Ended | null>(null);
  const client = createClient({
    onExpired: (ended) => {
      // A reason that the server has given already is more precise.
      if (ending.get() === null) ending.set(ended);
    },
    // Agents are not asked: what they typed is kept, and the next login continues with it.
    onReLogin: (problem) => {
      // The response to a request from before the end: its reason is less exact.
      if (client.tokens.access() === null) return;
      client.tokens.clear();
      ending.set(endedBy(problem));
    },
  });
  const loggedIn = createStore(client.tokens.access() !== null);
  const readTokens = () => {
    const present = client.tokens.access() !== null;
    if (present) ending.set(null);
    loggedIn.set(present);
  };
  client.tokens.onChange(readTokens);
  const live = createLive((handlers) => connect(client, handlers));
  live.on('ended', ({ reason, message = null }) => {
    client.tokens.clear();
    ending.set({ reason, sentence: message });
  });
  return {
    client,
    live,
    loggedIn,
    ending,
    readTokens,
    logOut() {
      client.call(logOut).catch(() => undefined);
      client.tokens.clear();
    },
  };
}
