/** The state machine of a prospective fan: the state that an agent's act leads to. */
import type { ProspectiveFanState } from '@parley/contract/prospective-fans';

export type ProspectiveFanAct =
  | { kind: 'claim' }
  | { kind: 'done'; conversationId: string | null }
  | { kind: 'give-up'; reason: string }
  | { kind: 'reopen' };

export type CurrentState = {
  state: ProspectiveFanState;
  /** True if the agent's own sub-account is the holder. */
  own: boolean;
  /** True if another sub-account that can still act is the holder. */
  taken: boolean;
  conversationId: string | null;
  reason: string;
};

/**
 * Returns the state after the act, or: `same`, which makes repeated requests harmless; `taken`, if another sub-account has
 * claimed the entry; `ended`, if it must be reopened first.
 */
export function nextStateOf(
  present: CurrentState,
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
