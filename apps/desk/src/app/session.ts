/** The desk's session: its client, its socket, and how it came to an end. */
import { type ClientOptions, connectRealtime, createClient, type Ended, endedBy } from '@parley/api-client';
import { logOut } from '@parley/contract';
import type { Desk } from '../lib/desk-context.tsx';
import { createLive } from '../lib/live.ts';
import { createStore, type ReadableStore } from '../lib/store.ts';

/** Why the log-in page is shown to someone who was logged in. */
export type Ending = Ended | null;

export type DeskSession = {
  desk: Desk;
  loggedIn: ReadableStore<boolean>;
  ending: ReadableStore<Ending>;
};

type Options = Pick<ClientOptions, 'language'> & { storage: Storage; baseUrl?: string };

export function createDeskSession({ storage, language, baseUrl = '' }: Options): DeskSession {
  const ending = createStore<Ending>(null);
  const client = createClient({
    baseUrl,
    storage,
    language,
    audience: 'desk',
    onExpired: (ended) => {
      // What the server has said of it stays.
      if (ending.get() === null) ending.set(ended);
    },
    // There is nothing to decide at the desk: what was typed is kept, and the next log-in goes on with it.
    onReLogin: (problem) => {
      // An answer to what was asked before the end was known: it knows less of the reason.
      if (client.tokens.access() === null) return;
      client.tokens.clear();
      ending.set(endedBy(problem));
    },
  });
  const loggedIn = createStore(client.tokens.access() !== null);
  const look = () => {
    const now = client.tokens.access() !== null;
    if (now) ending.set(null);
    loggedIn.set(now);
  };
  client.tokens.onChange(look);
  // Another tab has logged in or out.
  window.addEventListener('storage', (event) => {
    if (event.key === null || event.key === client.tokens.keys.access) look();
  });
  const live = createLive((handlers) => connectRealtime(client, handlers));
  live.on('ended', ({ reason, message = null }) => {
    client.tokens.clear();
    ending.set({ reason, sentence: message });
  });
  const leave = () => {
    // The session on the server ends if it can be reached; here it ends anyway.
    client.call(logOut).catch(() => undefined);
    client.tokens.clear();
  };
  return { desk: { client, live, storage, logOut: leave }, loggedIn, ending };
}
