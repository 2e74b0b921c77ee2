import { expect, it } from 'vitest';
import { BodyMemory } from './body-memory.ts';

const limits = { uncounted: 10, perSender: 100, total: 150 };
const errorOf = (error: { error: string } | null) => error?.error ?? null;

it('limits what the bodies of one sender hold together, until they are released', () => {
  const memory = new BodyMemory(limits);
  const [first, second] = [memory.open('a'), memory.open('a')];
  expect([errorOf(first.add(70)), errorOf(second.add(50))]).toEqual([null, null]);
  expect(errorOf(second.add(1))).toBe('request.too-many');
  first.release();
  expect(errorOf(second.add(1))).toBeNull();
});

it('limits what all senders hold together', () => {
  const memory = new BodyMemory(limits);
  expect(errorOf(memory.open('a').add(100))).toBeNull();
  expect(errorOf(memory.open('b').add(80))).toBe('server.unavailable');
  expect(errorOf(memory.open('b').add(70))).toBeNull();
});

it('accepts the beginning of any body, however much others hold', () => {
  const memory = new BodyMemory(limits);
  for (const sender of ['a', 'b']) memory.open(sender).add(85);
  expect(errorOf(memory.open('c').add(10))).toBeNull();
  expect(errorOf(memory.open('c').add(11))).toBe('server.unavailable');
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
