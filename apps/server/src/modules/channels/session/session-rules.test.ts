/**
 * Tests what the table of states and events in `machine.test.ts` can't show: times, reasons, and sequences of events.
 */
import { describe, expect, it } from 'vitest';
import { next } from './machine.ts';
import type { AccountSession, SessionEvent } from './state.ts';
import type { SessionStep } from './step.ts';
import { attempt, checked, events, now, online, states, target } from './testing/samples.ts';

const run = (session: AccountSession, ...happened: SessionEvent[]): SessionStep =>
  happened.reduce<SessionStep>((step, event) => next(step.session, event), { session, effects: [] });

describe('a port', () => {
  it('restarts the offline time of a session when it is granted', () => {
    expect(run(states['opening, opened'], events['port granted']).session).toMatchObject({ awaySince: now });
  });

  it('a port counts as away from the moment its session is lost, not from a later report', () => {
    const later = { ...events['reported connecting'], now: now + 5 };
    expect(run(states.online, events['reported connecting'], later).session).toMatchObject({
      awaySince: now,
    });
  });

  it('a port refused again for the same reason is not published again', () => {
    const again = run(states['waiting, refused before'], events['port refused']);
    expect(again.effects).toEqual([]);
    const other = run(states['waiting, refused before'], {
      ...events['port refused'],
      reason: 'port-pool 0',
    });
    expect(other.effects).toEqual([{ type: 'publish', state: { state: 'refused', reason: 'port-pool 0' } }]);
  });
});

describe('a state that was published', () => {
  const session: AccountSession = { ...states.online, published: online };

  it('a state that was published is published again if the row differs, and queued messages are sent again', () => {
    const { effects } = run(session, checked({ leased: true, state: 'connecting' }));
    expect(effects).toEqual([{ type: 'publish', state: online }, { type: 'send' }]);
  });

  it('a state that was published is not published again if the row has it', () => {
    expect(run(session, checked({ leased: true, state: 'online' })).effects).toEqual([]);
  });
});

describe('a connection', () => {
  it('opens a connection with a new number, and with its target', () => {
    const { effects, session } = run(states.waiting, events['port granted']);
    expect(effects).toEqual([{ type: 'open', attempt: attempt + 1, target }]);
    expect(run(session, events['reported online'])).toEqual({ session, effects: [] });
  });
});

describe('messages that can’t be stored', () => {
  it('appear as the reason of an online account until messages are stored', () => {
    const stuck = next(states.online, events['messages stuck']);
    expect(stuck.session.published).toEqual({ state: 'online', reason: 'message-not-stored' });
    const stored = next(stuck.session, events['messages stored']);
    expect(stored.session.published).toEqual({ state: 'online', reason: null });
    expect(next(stuck.session, events['reported online']).session.published).toEqual(online);
  });

  it('appear with the report of an account that came online without a port', () => {
    const { session } = next(next(states.ready, events['messages stuck']).session, events['port granted']);
    expect(session).toMatchObject({
      kind: 'online',
      published: { state: 'online', reason: 'message-not-stored' },
    });
  });
});

describe('an account whose platform issues no more tokens', () => {
  it('shows that as its reason, and opens again once the owner has reauthorized it', () => {
    const tokenRefusal = 'authorization-ended: over';
    const { session } = run(states.online, checked({ leased: true, tokenRefusal }), events.closed);
    const published = { state: 'refused', reason: tokenRefusal } as const;
    expect(session).toMatchObject({ kind: 'refused', published });
    const stored = checked({ leased: true, tokenRefusal, state: 'refused', stateReason: tokenRefusal });
    expect(run(session, stored)).toEqual({ session, effects: [] });
    expect(run(session, checked({ leased: true })).session).toMatchObject({ kind: 'opening' });
  });
});
