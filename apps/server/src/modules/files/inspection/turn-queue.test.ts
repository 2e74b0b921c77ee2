import { expect, it } from 'vitest';
import { TurnQueue } from './turn-queue.ts';

const never = new AbortController().signal;

/** A queue whose first work runs until `release`; the letter of a work is its sender. */
function setUp(limits = { each: 10, all: 20 }) {
  const queue = new TurnQueue(limits);
  const begun: string[] = [];
  const { promise: first, resolve: release } = Promise.withResolvers<void>();
  const add = (name: string, over = never) =>
    queue.run(name.charAt(0), over, async () => {
      begun.push(name);
      await first;
      return name;
    });
  return { begun, release, add, addAll: (...names: string[]) => names.map((name) => add(name)) };
}

it('takes senders in turn, and a new one’s first work right after the running one', async () => {
  const { addAll, begun, release } = setUp();
  const flood = addAll('a1', 'a2', 'a3', 'a4');
  await expect.poll(() => begun).toEqual(['a1']);
  const others = addAll('b1', 'b2', 'c1');
  release();
  await Promise.all([...flood, ...others]);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

it('refuses a sender’s works beyond its own limit, and anybody’s beyond that of all, until one has ended', async () => {
  const { add, addAll, release } = setUp({ each: 2, all: 3 });
  const works = addAll('a1', 'a2', 'b1');
  expect(await Promise.all(addAll('a3', 'b2', 'c1'))).toEqual([null, null, null]);
  release();
  expect(await Promise.all(works)).toEqual(['a1', 'a2', 'b1']);
  expect(await Promise.all(addAll('a4', 'a5', 'c2'))).toEqual(['a4', 'a5', 'c2']);
  expect(await add('c3')).toBe('c3');
});

it('passes over a work whose wait has become too long', async () => {
  const { add, begun, release } = setUp();
  const gone = new AbortController();
  const works = [add('a1'), add('b1', gone.signal), add('c1')];
  gone.abort();
  release();
  expect(await Promise.all(works)).toEqual(['a1', null, 'c1']);
  expect(begun).toEqual(['a1', 'c1']);
});

it('goes on after a work that fails', async () => {
  const queue = new TurnQueue({ each: 2, all: 2 });
  const failing = queue.run('a', never, () => Promise.reject(new Error('unreadable')));
  const next = queue.run('a', never, async () => 'read');
  await expect(failing).rejects.toThrow('unreadable');
  expect(await next).toBe('read');
});
