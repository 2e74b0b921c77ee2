/** Follows a quick link without touching a login session that this browser may have. */
import type { Client } from '@parley/api-client';
import { getLoginUserInfo, quickLogIn, tokens } from '@parley/contract/identity';
import { challengeOf } from './second-step.ts';
import { endSession, type LoggedIn, type StoredTokens } from './session.ts';

/** A login session opened by a link, not yet stored in this browser. */
export type LinkLogin = {
  user: LoggedIn;
  tokens: StoredTokens;
  /** Ends the session on the server, when the user doesn't want it. */
  end(): Promise<void>;
};

export type LinkLoginResult = { arrival: LinkLogin } | { challenge: string };

const given = tokens.pick({ accessToken: true, refreshToken: true });

/** Links made by other programs are percent-encoded twice. */
const plain = (parameter: string) => (/^%7b/i.test(parameter) ? decodeURIComponent(parameter) : parameter);

/** True when a link carries tokens as JSON instead of a one-time code. */
export const carriesTokens = (parameter: string) => /^(\{|%7b)/i.test(parameter);

/**
 * Exchanges the link's one-time code, or takes the tokens that it carries. Resolves with a challenge where the account
 * requires a second step; rejects when the link is invalid.
 */
export async function followLink(client: Client, parameter: string): Promise<LinkLoginResult> {
  if (carriesTokens(parameter)) {
    client.tokens.set(given.parse(JSON.parse(plain(parameter))));
    return { arrival: await readArrival(client) };
  }
  try {
    const opened = await client.call(quickLogIn, { body: { code: parameter } });
    return { arrival: await openLinkLogin(client, opened) };
  } catch (problem) {
    const challenge = challengeOf(problem);
    if (challenge === null) throw problem;
    return { challenge };
  }
}

/** Reads who the opened session belongs to; ends the session when that request fails. */
export async function openLinkLogin(client: Client, opened: StoredTokens): Promise<LinkLogin> {
  client.tokens.set(opened);
  try {
    return await readArrival(client);
  } catch (problem) {
    await endSession(client);
    throw problem;
  }
}

async function readArrival(client: Client): Promise<LinkLogin> {
  const user = await client.call(getLoginUserInfo);
  const accessToken = client.tokens.access();
  const refreshToken = client.tokens.refresh();
  if (accessToken === null || refreshToken === null) throw new Error('the link’s session is over');
  return { user, tokens: { accessToken, refreshToken }, end: () => endSession(client) };
}
