/** A step of a session's state machine, and the functions that its steps share. */
import type { StateChange } from '../store.ts';
import type { AccountSession, Effect } from './state.ts';

export type SessionStep<S extends AccountSession = AccountSession> = {
  session: S;
  effects: readonly Effect[];
};

/** A session whose account this process still holds. */
export type Active = Exclude<AccountSession, { kind: 'failed' | 'released' }>;

export function publish<S extends AccountSession>(session: S, state: StateChange): SessionStep<S> {
  const effects: Effect[] = [{ type: 'publish', state }];
  if (session.kind === 'online' && session.opened) effects.push({ type: 'send' });
  return { session: { ...session, published: state }, effects };
}

export const close = ({ session, effects }: SessionStep): SessionStep => ({
  session,
  effects: [{ type: 'close' }, ...effects],
});

export const stay = <S extends AccountSession>(session: S): SessionStep<S> => ({ session, effects: [] });

export const common = ({ port, failures, attempt, published }: AccountSession) => ({
  port,
  failures,
  attempt,
  published,
});

export const awaySinceOf = (session: Active, now: number): number =>
  session.kind === 'online' ? now : session.awaySince;
