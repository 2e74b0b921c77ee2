import { describe, expect, it } from 'vitest';
import { createBulkhead } from './bulkhead.ts';
import { createFakeClock } from './fakes.ts';

const never = new AbortController().signal;

describe('a bulkhead', () => {
  it('admits as many callers as it has slots', async () => {
    const clock = createFakeClock();
    const bulkhead = createBulkhead(2, clock);
    expect(await bulkhead.acquire(0, never)).not.toBeNull();
    expect(await bulkhead.acquire(0, never)).not.toBeNull();
    const third = bulkhead.acquire(100, never);
    await clock.advance(100);
    expect(await third).toBeNull();
  });

  it('passes a slot to the caller that has waited longest', async () => {
    const bulkhead = createBulkhead(1, createFakeClock());
    const first = await bulkhead.acquire(100, never);
    const order: string[] = [];
    const second = bulkhead.acquire(100, never).then((slot) => {
      order.push('second');
      return slot;
    });
    const third = bulkhead.acquire(100, never).then(() => order.push('third'));
    first?.release();
    (await second)?.release();
    await third;
    expect(order).toEqual(['second', 'third']);
  });

  it('counts a slot once, however often it is released', async () => {
    const clock = createFakeClock();
    const bulkhead = createBulkhead(1, clock);
    const first = await bulkhead.acquire(0, never);
    first?.release();
    first?.release();
    expect(await bulkhead.acquire(0, never)).not.toBeNull();
    const another = bulkhead.acquire(10, never);
    await clock.advance(10);
    expect(await another).toBeNull();
  });

  it('forgets callers that gave up waiting, and leaves no pending timer', async () => {
    const clock = createFakeClock();
    const bulkhead = createBulkhead(1, clock);
    const first = await bulkhead.acquire(0, never);
    const caller = new AbortController();
    const waiting = bulkhead.acquire(1_000, caller.signal);
    caller.abort();
    expect(await waiting).toBeNull();
    first?.release();
    expect(await bulkhead.acquire(0, never)).not.toBeNull();
    expect(clock.sleepers()).toBe(0);
  });
});
