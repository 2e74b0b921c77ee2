/**
 * The OAuth 2.0 refresh (RFC 6749, section 6; responses as in 5.1 and 5.2). The client secret is sent in a Basic header, as in
 * section 2.3.1, or in the body for platforms that accept it only there.
 */
import { z } from 'zod';
import type { CallContext, TokenRefresh } from '../spec.ts';
import { readAnswer } from './answer.ts';
import { networkReason } from './errors.ts';
import { isPlatformToken } from './value-limits.ts';

export type OAuthClient = {
  tokenUrl: string;
  clientId: string;
  /** Absent: a public client. */
  clientSecret?: string;
  secretIn?: 'header' | 'body';
};

const token = z.string().refine(isPlatformToken);
const granted = z.object({
  access_token: token,
  // Some platforms send the number as a string. An invalid lifetime must not lose the tokens, which are issued only once.
  expires_in: z.coerce.number().positive().nullish().catch(null),
  refresh_token: token.nullish(),
});
const refused = z.object({ error: z.string(), error_description: z.string().nullish() });

/** The only error that ends the grant. An unknown client doesn't: its secret can be corrected, and the grants stay valid. */
const ended = 'invalid_grant';

/** In ms: the maximum pause, even if the platform asks for a longer one. */
const longestPause = 3_600_000;

/** Requests new tokens. Never rejects. */
export async function refreshOAuth(
  client: OAuthClient,
  refreshToken: string,
  { network, signal }: Pick<CallContext, 'network' | 'signal'>,
): Promise<TokenRefresh> {
  try {
    const response = await network.fetch(client.tokenUrl, { ...requestOf(client, refreshToken), signal });
    return response.ok ? granting(await readAnswer(granted, response)) : await refusing(response);
  } catch (error) {
    return { ok: false, kind: 'later', reason: networkReason(error) };
  }
}

function requestOf(client: OAuthClient, refreshToken: string): RequestInit {
  const { clientId, clientSecret, secretIn = 'header' } = client;
  const inHeader = clientSecret !== undefined && secretIn === 'header';
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken });
  if (!inHeader) body.set('client_id', clientId);
  if (!inHeader && clientSecret !== undefined) body.set('client_secret', clientSecret);
  const basic = Buffer.from(`${encoded(clientId)}:${encoded(clientSecret ?? '')}`).toString('base64');
  return {
    method: 'POST',
    // A redirect would send the secrets to another server.
    redirect: 'error',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(inHeader && { authorization: `Basic ${basic}` }),
    },
    body: String(body),
  };
}

/** Form-encodes a value, as RFC 6749, section 2.3.1, requires. */
const encoded = (value: string) => String(new URLSearchParams({ v: value })).slice(2);

function granting({ access_token, refresh_token, expires_in }: z.output<typeof granted>): TokenRefresh {
  const expiresInMs = expires_in == null ? null : expires_in * 1_000;
  return { ok: true, tokens: { access: access_token, refresh: refresh_token ?? null, expiresInMs } };
}

/** A failing server may answer with anything; only an error as in section 5.2 is final. */
async function refusing(response: Response): Promise<TokenRefresh> {
  const pause = retryAfter(response);
  if (response.status !== 400 && response.status !== 401) {
    await response.body?.cancel();
    return { ok: false, kind: 'later', reason: 'platform-unreachable', ...pause };
  }
  const { error, error_description: words } = await readAnswer(refused, response);
  const kind = error === ended ? 'refused' : 'later';
  return { ok: false, kind, reason: words ? `${error}, ${words}` : error, ...pause };
}

/** Reads `Retry-After` in seconds (RFC 9110, section 10.2.3); dates are ignored. */
function retryAfter({ headers }: Response): { retryAfterMs?: number } {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds > 0 ? { retryAfterMs: Math.min(seconds * 1_000, longestPause) } : {};
}
