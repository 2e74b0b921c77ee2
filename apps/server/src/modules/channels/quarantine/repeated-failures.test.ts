import { expect, it } from 'vitest';
import { createRepeatedFailures } from './repeated-failures.ts';

function harness() {
  let time = 0;
  const failures = createRepeatedFailures(() => time);
  /** Counts a failure of the item after `ms`. */
  const after = (ms: number, item = 'message') => {
    time += ms;
    return failures.count(item);
  };
  return { failures, after };
}

it('gives an item up at the fifth failure if that is 30 seconds after the first', () => {
  const { after } = harness();
  expect([0, 10_000, 10_000, 9_999, 0, 1].map((ms) => after(ms))).toEqual([
    false,
    false,
    false,
    false,
    false,
    true,
  ]);
});

it('keeps an item with four failures, however long they have lasted', () => {
  const { after } = harness();
  expect([0, 3_600_000, 3_600_000, 3_600_000].map((ms) => after(ms))).toEqual([false, false, false, false]);
  expect(after(0)).toBe(true);
});

it('counts again after an item has passed or was given up', () => {
  const { failures, after } = harness();
  for (let n = 0; n < 4; n += 1) after(20_000);
  failures.passed('message');
  expect(failures.has('message')).toBe(false);
  for (let n = 0; n < 4; n += 1) expect(after(20_000)).toBe(false);
  expect(after(0)).toBe(true);
  expect([failures.has('message'), after(0)]).toEqual([false, false]);
});

it('counts each item separately and tracks no more than 10,000', () => {
  const { failures, after } = harness();
  for (let n = 0; n < 4; n += 1) after(20_000, 'first');
  expect(after(0, 'second')).toBe(false);
  for (let n = 0; n < 9_999; n += 1) after(0, `${n}`);
  expect([failures.has('first'), failures.has('second')]).toEqual([false, true]);
});
