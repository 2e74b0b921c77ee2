import { describe, expect, it } from 'vitest';
import type { HeldAccount } from '../open-accounts/queries.ts';
import { portEnd } from './release-ports.ts';
import type { AccountSession } from './state.ts';
import { now, states } from './testing/samples.ts';

describe('the port of a held account', () => {
  const barred: HeldAccount['barred'][] = ['sub-account-disabled', 'not-permitted'];

  it('a port is released after more than 90 seconds offline', () => {
    const since = (ms: number): AccountSession => ({ ...states['closed, with a port'], awaySince: now - ms });
    expect(portEnd(since(90_000), null, now)).toBeNull();
    expect(portEnd(since(90_001), null, now)).toBe('lost');
    expect(portEnd(states.online, null, now + 1_000_000)).toBeNull();
  });

  it('a port is released at once by an account that is barred from a session', () => {
    expect(barred.map((why) => portEnd(states.online, why, now))).toEqual(['disabled', 'not-permitted']);
    expect(portEnd(states['online, without a port'], 'not-permitted', now)).toBeNull();
  });
});
