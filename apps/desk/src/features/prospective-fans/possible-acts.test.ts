import { expect, it } from 'vitest';
import { actOfKey, possibleActs } from './possible-acts.ts';

const free = { own: false, taken: false };

it.each([
  ['an open one', { state: 'open', ...free }, ['claim', 'done', 'giveUp', 'note']],
  ['an own one', { state: 'claimed', own: true, taken: false }, ['done', 'giveUp', 'release', 'note']],
  ['one whose holder is gone', { state: 'claimed', ...free }, ['claim', 'done', 'giveUp', 'note']],
  ['another’s', { state: 'claimed', own: false, taken: true }, ['note']],
  ['another’s that is done', { state: 'done', own: false, taken: true }, ['note']],
  ['one that is given up', { state: 'given-up', own: true, taken: false }, ['reopen', 'note']],
] as const)('offers for %s what the server takes', (_, entry, acts) => {
  expect(possibleActs(entry)).toEqual(acts);
});

it('acts on keys only for offered actions', () => {
  expect(actOfKey('r', ['done', 'giveUp', 'release'])).toBe('release');
  expect(actOfKey('R', ['reopen', 'note'])).toBe('reopen');
  expect(actOfKey('c', ['note'])).toBeUndefined();
  expect(actOfKey('x', ['note'])).toBeUndefined();
});
