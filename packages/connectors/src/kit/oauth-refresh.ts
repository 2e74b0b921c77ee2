/**
 * The refresh of OAuth 2.0: RFC 6749, section 6, with the answers of sections 5.1 and 5.2. The client's secret goes into a Basic
 * header, as section 2.3.1 has it, or into the body where a platform takes it there alone.
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
  // Some platforms write the number as a string. A life that is none must not cost the tokens, which come once.
  expires_in: z.coerce.number().positive().nullish().catch(null),
  refresh_token: token.nullish(),
});
const refused = z.object({ error: z.string(), error_description: z.string().nullish() });

/** The grant is over. A client that the platform doesn't know is not: its secret can be corrected, and all grants hold. */
const ended = 'invalid_grant';

/** In ms: a platform that asks for a longer pause is asked again after this. */
const longestPause = 3_600_000;

/** Asks for new tokens. Rejects nothing. */
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
    // A redirect would carry the secrets elsewhere.
    redirect: 'error',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(inHeader && { authorization: `Basic ${basic}` }),
    },
    body: String(body),
  };
}

/** As a form encodes a value: RFC 6749, section 2.3.1. */
const encoded = (value: string) => String(new URLSearchParams({ v: value })).slice(2);

function granting({ access_token, refresh_token, expires_in }: z.output<typeof granted>): TokenRefresh {
  const expiresInMs = expires_in == null ? null : expires_in * 1_000;
  return { ok: true, tokens: { access: access_token, refresh: refresh_token ?? null, expiresInMs } };
}

/** A server that is in trouble may answer anything; only an error of section 5.2 is final. */
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

/** Seconds, as RFC 9110, section 10.2.3, has them; dates are left out. */
function retryAfter({ headers }: Response): { retryAfterMs?: number } {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return seconds > 0 ? { retryAfterMs: Math.min(seconds * 1_000, longestPause) } : {};
}
