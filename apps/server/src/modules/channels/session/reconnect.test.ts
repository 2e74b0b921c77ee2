import { describe, expect, it } from 'vitest';
import { next } from './machine.ts';
import { type AccountSession, initialSession, type SessionEvent } from './state.ts';
import type { SessionStep } from './step.ts';
import { checked, events, now, states, target } from './testing/samples.ts';

const run = (session: AccountSession, ...happened: SessionEvent[]): SessionStep =>
  happened.reduce<SessionStep>((step, event) => next(step.session, event), { session, effects: [] });

describe('the time between two openings', () => {
  it('doubles from one second to a minute, and restarts after a successful opening', () => {
    let session = initialSession(now);
    const pauses: number[] = [];
    for (const _ of Array(8)) {
      const at = 'openAt' in session && session.openAt !== null ? session.openAt : now;
      ({ session } = run(session, { ...checked({ leased: true }), now: at }));
      ({ session } = run(session, { type: 'open-failed', attempt: session.attempt, now: at }));
      if ('openAt' in session && session.openAt !== null) pauses.push(session.openAt - at);
    }
    expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    const opened = { ...states.opening, failures: 8 };
    expect(run(opened, events.opened).session).toMatchObject({ failures: 0 });
  });
});

describe('an open connection', () => {
  const proxy = {
    kind: 'proxy',
    proxyId: 'p',
    name: 'Proxy',
    network: { fetch: never, connect: never },
  } as const;
  const through = (version: number) => checked({ leased: true }, { ...proxy, version });
  const viaFirst: AccountSession = {
    ...states.online,
    target: { ...target, egress: { ...proxy, version: 1 } },
  };

  it('continues while its egress is unchanged, and is reopened when it changes', () => {
    expect(run(viaFirst, through(1))).toEqual({ session: viaFirst, effects: [] });
    for (const other of [through(2), checked({ leased: true })]) {
      expect(run(viaFirst, other).session).toMatchObject({ kind: 'closing', refusal: null });
    }
  });
});

function never(): never {
  throw new Error('the state machine opens nothing without an event');
}
