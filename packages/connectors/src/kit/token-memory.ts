/** Keeps tokens in memory, for an account that isn't stored yet while its credentials are checked. */
import type { CallContext, FirstTokens, TokenFault, TokenSupport } from '../spec.ts';
import { endedFault, type HeldToken, type TokenSource } from './token-use.ts';

export type TokenMemory = TokenSource & {
  /** Returns the current tokens with their remaining lifetime. */
  present(): FirstTokens;
};

/** Called with new tokens before they are used; rejects if they can't be kept. */
type Keep = (tokens: FirstTokens) => Promise<void>;

/** Returns null if these credentials need no tokens. `kept`: tokens that an earlier process kept. */
export function createTokenMemory<C>(
  support: TokenSupport<C>,
  credentials: C,
  context: CallContext,
  { kept = null, keep = async () => undefined }: { kept?: FirstTokens | null; keep?: Keep } = {},
): TokenMemory | null {
  const first = kept ?? support.first(credentials);
  if (first === null) return null;
  const { clock } = context;
  const endOf = ({ expiresInMs }: FirstTokens) => clock.now() + (expiresInMs ?? Number.POSITIVE_INFINITY);
  let tokens = first;
  let end = endOf(first);
  let version = 0;
  let refreshing: Promise<HeldToken | TokenFault> | null = null;

  async function refresh(): Promise<HeldToken | TokenFault> {
    if (tokens.refresh === null) return endedFault();
    const answer = await support.refresh(tokens.refresh, credentials, context);
    if (!answer.ok) return answer.kind === 'refused' ? endedFault(answer.reason) : answer;
    const renewed = { ...answer.tokens, refresh: answer.tokens.refresh ?? tokens.refresh };
    await keep(renewed);
    tokens = renewed;
    end = endOf(tokens);
    version += 1;
    return { ok: true, access: renewed.access, version };
  }
  const once = () => {
    refreshing ??= refresh().finally(() => {
      refreshing = null;
    });
    return refreshing;
  };
  const held = (): HeldToken | null =>
    tokens.access === null || end <= clock.now() ? null : { ok: true, access: tokens.access, version };
  return {
    current: async () => held() ?? once(),
    replace: async (rejected) => (rejected === version ? null : held()) ?? once(),
    present: () => ({
      ...tokens,
      expiresInMs: end === Number.POSITIVE_INFINITY ? null : Math.max(0, end - clock.now()),
    }),
  };
}
