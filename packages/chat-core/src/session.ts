import {
  type Client,
  type ClientOptions,
  endReasonOf,
  type Realtime,
  type RealtimeHandlers,
  type SessionEndReason,
} from '@parley/api-client';
import { logOut } from '@parley/contract/identity';
import { createLive, type Live } from './live.ts';
import { createStore, type ReadableStore } from './store.ts';

export type AgentSessionOptions = {
  /** Creates the HTTP client; these hooks end the session when its calls fail. */
  createClient(hooks: Required<Pick<ClientOptions, 'onExpired' | 'onReLogin'>>): Client;
  /** Opens the socket of this client. */
  connect(client: Client, handlers: RealtimeHandlers): Realtime;
};

/** An agent's login session: the HTTP client, the socket, and how the session ended. */
export type AgentSession = {
  client: Client;
  live: Live;
  loggedIn: ReadableStore<boolean>;
  /** The reason for an end of the session that the agent didn't request; null while a session is open, and after `logOut`. */
  ending: ReadableStore<SessionEndReason | null>;
  /** Rereads the tokens after another window that shares their storage has logged in or out. */
  readTokens(): void;
  /** Ends the session locally in any case, and on the server if it can be reached. */
  logOut(): void;
};

export function createAgentSession({ createClient, connect }: AgentSessionOptions): AgentSession {
  const ending = createStore<SessionEndReason | null>(null);
  const client = createClient({
    onExpired: (ended) => {
      // A reason already given by the server is more precise.
      if (ending.get() === null) ending.set(ended);
    },
    // Agents are not asked: what they typed is kept, and the next login continues with it.
    onReLogin: (problem) => {
      // A late response to a request made before the end carries a less exact reason.
      if (client.tokens.access() === null) return;
      client.tokens.clear();
      ending.set(endReasonOf(problem));
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
