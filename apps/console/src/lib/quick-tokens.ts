import type { Client } from '@parley/api-client';
import { quickLogIn, type Tokens, tokens } from '@parley/contract';

const given = tokens.pick({ accessToken: true, refreshToken: true });

/** Undefined: not JSON, so a code. Links made by other programs encode once more than the address does. */
function parsed(parameter: string): unknown {
  const text = /^%7b/i.test(parameter) ? decodeURIComponent(parameter) : parameter;
  return text.startsWith('{') ? JSON.parse(text) : undefined;
}

/** What a quick link stands for: its one-time code is exchanged, JSON with tokens is taken as it is. Rejects for both. */
export async function quickTokens(client: Client, parameter: string): Promise<Tokens> {
  const json = parsed(parameter);
  if (json === undefined) return client.call(quickLogIn, { body: { code: parameter } });
  // When they end is the server's to say at the first request.
  return { ...given.parse(json), expiresAt: 0 };
}
