/** The rule of what an agent's act makes of a prospective fan. */
import type { ProspectiveFanState } from '@parley/contract/prospective-fans';

export type ProspectiveFanAct =
  | { kind: 'claim' }
  | { kind: 'done'; conversationId: string | null }
  | { kind: 'give-up'; reason: string }
  | { kind: 'reopen' };

export type Present = {
  state: ProspectiveFanState;
  /** The agent's sub-account is the holder. */
  own: boolean;
  /** Another sub-account is, which can still act. */
  taken: boolean;
  conversationId: string | null;
  reason: string;
};

/**
 * Returns the state after the act; `same`: it is so already, so that a request may be repeated; `taken`: another sub-account has
 * claimed it; `ended`: it has to be reopened first.
 */
export function nextStateOf(
  present: Present,
  act: ProspectiveFanAct,
): ProspectiveFanState | 'same' | 'taken' | 'ended' {
  const { state, own, taken } = present;
  if (taken) return 'taken';
  switch (act.kind) {
    case 'claim':
      if (state === 'claimed') return own ? 'same' : 'claimed';
      return state === 'open' ? 'claimed' : 'ended';
    case 'done':
      if (state === 'given-up') return 'ended';
      return state === 'done' && own && present.conversationId === act.conversationId ? 'same' : 'done';
    case 'give-up':
      if (state === 'done') return 'ended';
      return state === 'given-up' && own && present.reason === act.reason ? 'same' : 'given-up';
    case 'reopen':
      return state === 'open' ? 'same' : 'open';
  }
}
