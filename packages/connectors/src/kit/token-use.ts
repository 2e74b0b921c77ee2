/** Calls with an access token: one that a platform rejects is replaced once, and the call repeated once. */
import type { PlatformFault } from '@parley/contract/channels';
import type { AccountTokens, TokenFault } from '../spec.ts';

/** An access token that is stored. `version` counts the tokens of its account. */
export type HeldToken = { ok: true; access: string; version: number };

export type TokenSource = {
  /** Returns a token that hasn't expired, after a refresh where there is none. */
  current(): Promise<HeldToken | TokenFault>;
  /** Returns the token that replaces a rejected one: the one that is there by now, or a new one. */
  replace(rejected: number): Promise<HeldToken | TokenFault>;
};

/** After a new token was rejected, too, in ms. */
const rejectedAgainMs = 30_000;

export const rejectedFault = (retryAfterMs = rejectedAgainMs): TokenFault => {
  const reason: PlatformFault = 'authorization-rejected';
  return { ok: false, kind: 'later', reason, retryAfterMs };
};

/** The account's authorization is over; `words` are the platform's own. */
export function endedFault(words = ''): TokenFault {
  const reason: PlatformFault = 'authorization-ended';
  return { ok: false, kind: 'refused', reason: words === '' ? reason : `${reason}: ${words}` };
}

export function tokensFrom(source: TokenSource): AccountTokens {
  return {
    async use(call) {
      const held = await source.current();
      if (!held.ok) return held;
      const first = await call(held.access);
      if ('value' in first) return { ok: true, value: first.value };
      const renewed = await source.replace(held.version);
      if (!renewed.ok) return renewed;
      const second = await call(renewed.access);
      return 'value' in second ? { ok: true, value: second.value } : rejectedFault();
    },
  };
}

/** For accounts whose connector has no tokens. */
export const noTokens: AccountTokens = {
  use: () => Promise.reject(new Error('The account has no tokens')),
};
