/** The rich platform's tokens: OAuth 2.0 with single-use refresh tokens. */
import { networkReason } from '../../kit/errors.ts';
import { refreshOAuth } from '../../kit/oauth-refresh.ts';
import type { CheckContext, TokenFault, TokenSupport } from '../../spec.ts';
import { richClient } from './authorization.ts';
import type { RichCredentials } from './manifest.ts';

export const richTokens: TokenSupport<RichCredentials> = {
  first: ({ refreshToken }) =>
    refreshToken === undefined ? null : { access: null, refresh: refreshToken, expiresInMs: null },
  refresh: (refreshToken, { server = '' }, context) =>
    refreshOAuth({ ...richClient, tokenUrl: `${server}/token` }, refreshToken, context),
};

/** Calls the platform's API, if the account needs tokens for it. */
export async function reachRich(
  { server, refreshToken }: RichCredentials,
  { network, tokens }: Pick<CheckContext, 'network' | 'tokens'>,
): Promise<{ ok: true } | TokenFault> {
  if (refreshToken === undefined) return { ok: true };
  try {
    return await tokens.use(async (access) => {
      const headers = { authorization: `Bearer ${access}` };
      const { status } = await network.fetch(`${server}/call`, { headers });
      return status === 401 ? { rejected: true } : { value: undefined };
    });
  } catch (error) {
    return { ok: false, kind: 'later', reason: networkReason(error) };
  }
}
