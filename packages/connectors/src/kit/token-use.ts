/** Calls with an access token: if the platform rejects the token, it is replaced and the call repeated, once. */
import type { PlatformFault } from '@parley/contract/channels';
import type { AccountTokens, TokenFault } from '../spec.ts';

/** An access token that is stored. `version` increases with each new token of the account. */
export type HeldToken = { ok: true; access: string; version: number };

export type TokenSource = {
  /** Returns an unexpired token, refreshing first if there is none. */
  current(): Promise<HeldToken | TokenFault>;
  /** Returns the replacement of a rejected token: the current one if it is newer, else a refreshed one. */
  replace(rejected: number): Promise<HeldToken | TokenFault>;
};

/** The pause after the replacement token was rejected too, in ms. */
const rejectedAgainMs = 30_000;

export const rejectedFault = (retryAfterMs = rejectedAgainMs): TokenFault => {
  const reason: PlatformFault = 'authorization-rejected';
  return { ok: false, kind: 'later', reason, retryAfterMs };
};

/** Returns the fault for an account whose authorization has ended; `words` is the platform's own text. */
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

/** For accounts of connectors without tokens. */
export const noTokens: AccountTokens = {
  use: () => Promise.reject(new Error('The account has no tokens')),
};
