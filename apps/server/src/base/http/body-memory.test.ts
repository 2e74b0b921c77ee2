import { expect, it } from 'vitest';
import { BodyMemory } from './body-memory.ts';

const limits = { uncounted: 10, perSender: 100, total: 400 };
const errorOf = (error: { error: string } | null) => error?.error ?? null;

it('limits what the bodies of one sender hold together, until they are released', () => {
  const memory = new BodyMemory(limits);
  const [first, second] = [memory.open('a'), memory.open('a')];
  expect([errorOf(first.add(70)), errorOf(second.add(50))]).toEqual([null, null]);
  expect(errorOf(second.add(1))).toBe('request.too-many');
  first.release();
  expect(errorOf(second.add(1))).toBeNull();
});

it('limits what all senders hold together, and leaves a share for the next one', () => {
  const memory = new BodyMemory(limits);
  for (const sender of ['a', 'b']) expect(errorOf(memory.open(sender).add(110))).toBeNull();
  expect(errorOf(memory.open('c').add(110))).toBeNull();
  expect(errorOf(memory.open('d').add(61))).toBe('server.unavailable');
  expect(errorOf(memory.open('d').add(60))).toBeNull();
});

it('leaves some memory, however many senders hold what they can', () => {
  const memory = new BodyMemory(limits);
  let total = 0;
  for (let n = 0; n < 50; n += 1) {
    const account = memory.open(`sender ${n}`);
    account.add(limits.uncounted);
    while (account.add(1) === null) total += 1;
  }
  expect(total).toBeLessThan(limits.total);
});

it('accepts the beginning of any body, however much others hold', () => {
  const memory = new BodyMemory({ ...limits, total: 20 });
  expect(errorOf(memory.open('a').add(20))).toBeNull();
  expect(errorOf(memory.open('b').add(10))).toBeNull();
  expect(errorOf(memory.open('b').add(16))).toBe('server.unavailable');
});

it('counts a body that arrives in pieces from its beginning', () => {
  const account = new BodyMemory(limits).open('a');
  expect([6, 6, 98].map((bytes) => errorOf(account.add(bytes)))).toEqual([null, null, null]);
  expect(errorOf(account.add(1))).toBe('request.too-many');
});

it('releases a body once', () => {
  const memory = new BodyMemory(limits);
  const [first, second] = [memory.open('a'), memory.open('a')];
  first.add(60);
  second.add(60);
  first.release();
  first.release();
  expect(errorOf(first.add(200)), 'dropped').toBeNull();
  expect(errorOf(memory.open('a').add(61))).toBe('request.too-many');
});
