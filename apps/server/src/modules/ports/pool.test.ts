import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterTaking,
  barredBy,
  freeOf,
  type Pool,
  type PortShare,
  portRefusal,
  unavailablePorts,
} from './pool.ts';

const share = (over: Partial<PortShare> = {}): PortShare => ({
  status: 'normal',
  mode: 'dynamic',
  limit: 5,
  platforms: null,
  taken: 0,
  ...over,
});
const pool = (over: Partial<Pool> = {}): Pool => ({
  total: 10,
  fixed: 0,
  dynamicTaken: 0,
  online: 0,
  ...over,
});

describe('the pool', () => {
  it.each([
    ['a disabled sub-account', pool(), share({ status: 'disabled' }), 'sub-account-disabled'],
    ['a deleted sub-account', pool(), share({ status: 'deleted' }), 'sub-account-disabled'],
    ['a platform that is not permitted', pool(), share({ platforms: ['xmpp'] }), 'not-permitted'],
    ['a sub-account at its limit', pool(), share({ taken: 5 }), 'port-limit 5'],
    [
      'a pool that others have set aside',
      pool({ fixed: 7, dynamicTaken: 3, online: 3 }),
      share(),
      'port-pool 10',
    ],
    ['a pool that has shrunk', pool({ total: 2, fixed: 4 }), share(), 'port-pool 2'],
    [
      'a fixed port of a workspace that has none left',
      pool({ total: 2, fixed: 5, online: 2 }),
      share({ mode: 'fixed', taken: 2 }),
      'port-pool 2',
    ],
  ])('refuses a port for %s', (_, at, asked, reason) => {
    expect(portRefusal(at, asked, 'telegram')).toBe(reason);
  });

  it('grants a fixed share below its limit a port although others have taken the rest', () => {
    const at = pool({ fixed: 5, dynamicTaken: 5, online: 5 });
    expect(portRefusal(at, share({ mode: 'fixed' }), 'telegram')).toBeNull();
    expect(portRefusal(at, share(), 'telegram')).toBe('port-pool 10');
  });
});

it('bars no permitted account', () => {
  expect(barredBy({ status: 'normal', platforms: ['telegram', 'xmpp'] }, 'xmpp')).toBeNull();
});

it.each([
  ['the limit of a fixed one', share({ mode: 'fixed', limit: 5, taken: 2 }), 5],
  ['all that a fixed one holds beyond its limit', share({ mode: 'fixed', limit: 5, taken: 7 }), 7],
  ['what a disabled fixed one still holds', share({ mode: 'fixed', taken: 2, status: 'disabled' }), 2],
  ['what a dynamic one holds', share({ limit: 5, taken: 2 }), 2],
])('reserves %s', (_, asked, ports) => {
  expect(unavailablePorts(asked)).toBe(ports);
});

it('never leases more ports than pool and limits allow, in any order of requests', () => {
  const limits = fc.record({
    mode: fc.constantFrom('fixed' as const, 'dynamic' as const),
    limit: fc.nat({ max: 6 }),
  });
  const property = fc.property(
    fc.nat({ max: 15 }),
    fc.array(limits, { minLength: 1, maxLength: 5 }),
    fc.array(fc.nat({ max: 4 }), { maxLength: 40 }),
    (total, wishes, asked) => {
      const shares = wishes.map((wish) => share(wish));
      let now = pool({ total, fixed: shares.reduce((sum, it) => sum + unavailablePorts(it), 0) });
      for (const at of asked) {
        const index = at % shares.length;
        const own = shares[index] ?? share();
        const free = freeOf(now);
        if (portRefusal(now, own, 'telegram') !== null) continue;
        const next = afterTaking(now, own);
        now = next.pool;
        shares[index] = next.share;
        // A fixed share's port was reserved before; a dynamic share takes a free one.
        expect(free - freeOf(now)).toBe(own.mode === 'fixed' ? 0 : 1);
      }
      expect(now.online).toBe(shares.reduce((sum, it) => sum + it.taken, 0));
      expect(now.online).toBeLessThanOrEqual(total);
      for (const { taken, limit } of shares) expect(taken).toBeLessThanOrEqual(limit);
    },
  );
  fc.assert(property, { numRuns: 500 });
});
