/** Following a quick link, apart from the login session that this browser may have: that one stays as it is. */
import type { Client } from '@parley/api-client';
import { getLoginUserInfo, quickLogIn, tokens } from '@parley/contract/identity';
import { challengeOf } from './second-step.ts';
import { endSession, type KeptTokens, type LoggedIn } from './session.ts';

/** A login session that the link opened, not yet this browser's. */
export type Arrival = {
  user: LoggedIn;
  tokens: KeptTokens;
  /** Ends it on the server: it isn't wanted. */
  end(): Promise<void>;
};

export type Followed = { arrival: Arrival } | { challenge: string };

const given = tokens.pick({ accessToken: true, refreshToken: true });

/** Links made by other programs encode once more than the address does. */
const plain = (parameter: string) => (/^%7b/i.test(parameter) ? decodeURIComponent(parameter) : parameter);

/** True when a link carries tokens as JSON instead of a one-time code. */
export const carriesTokens = (parameter: string) => /^(\{|%7b)/i.test(parameter);

/**
 * Exchanges the link's one-time code, or takes the tokens that it carries. Resolves with a challenge where the account
 * asks for a second step. Rejects for a link that opens nothing.
 */
export async function followLink(client: Client, parameter: string): Promise<Followed> {
  if (carriesTokens(parameter)) {
    client.tokens.set(given.parse(JSON.parse(plain(parameter))));
    return { arrival: await readArrival(client) };
  }
  try {
    const opened = await client.call(quickLogIn, { body: { code: parameter } });
    return { arrival: await arriveWith(client, opened) };
  } catch (problem) {
    const challenge = challengeOf(problem);
    if (challenge === null) throw problem;
    return { challenge };
  }
}

/** Ends the session again if the server doesn't say whose it is. */
export async function arriveWith(client: Client, opened: KeptTokens): Promise<Arrival> {
  client.tokens.set(opened);
  try {
    return await readArrival(client);
  } catch (problem) {
    await endSession(client);
    throw problem;
  }
}

async function readArrival(client: Client): Promise<Arrival> {
  const user = await client.call(getLoginUserInfo);
  const accessToken = client.tokens.access();
  const refreshToken = client.tokens.refresh();
  if (accessToken === null || refreshToken === null) throw new Error('the link’s session is over');
  return { user, tokens: { accessToken, refreshToken }, end: () => endSession(client) };
}
