import { type ClientOptions, connectRealtime, createClient } from '@parley/api-client';
import { type AgentSession, createAgentSession } from '@parley/chat-core';
import type { Desk } from '../lib/desk-context.tsx';

export type DeskSession = Pick<AgentSession, 'loggedIn' | 'ending'> & { desk: Desk };

type Options = Pick<ClientOptions, 'language'> & { storage: Storage; baseUrl?: string };

/** Creates this browser's login session, which is kept in its storage and shared by its tabs. */
export function createDeskSession({ storage, language, baseUrl = '' }: Options): DeskSession {
  const { client, live, loggedIn, ending, readTokens, logOut } = createAgentSession({
    createClient: (hooks) => createClient({ baseUrl, storage, language, audience: 'desk', ...hooks }),
    connect: connectRealtime,
  });
  window.addEventListener('storage', (event) => {
    if (event.key === null || event.key === client.tokens.keys.access) readTokens();
  });
  return { desk: { client, live, storage, logOut }, loggedIn, ending };
}
