import { expect, it } from 'vitest';
import { nextShell, noShell, type RetainedShellState, type SessionNow } from './retained-shell.ts';

const now = (patch: Partial<SessionNow> = {}): SessionNow => ({
  loggedIn: true,
  user: null,
  unknown: false,
  expectedBack: true,
  ...patch,
});
const after = (...steps: Partial<SessionNow>[]): RetainedShellState =>
  steps.reduce((shell, step) => nextShell(shell, now(step)), noShell);

const ann = { user: 'ann' };
const over = { loggedIn: false };
const left = { loggedIn: false, expectedBack: false };

it('shows pages at once, before their owner is known', () => {
  expect(after({})).toEqual({ phase: 'shown', owner: null, life: 0 });
  expect(after({}, ann)).toEqual({ phase: 'shown', owner: 'ann', life: 0 });
});

it('hides the pages after a timeout until it is known who has logged in', () => {
  expect(after(ann, over)).toEqual({ phase: 'hidden', owner: 'ann', life: 0 });
  expect(after(ann, over, {})).toEqual({ phase: 'hidden', owner: 'ann', life: 0 });
});

it('shows the pages again to the same user', () => {
  expect(after(ann, over, {}, ann)).toEqual({ phase: 'shown', owner: 'ann', life: 0 });
});

it('starts a new shell for another user', () => {
  expect(after(ann, over, {}, { user: 'bob' })).toEqual({ phase: 'shown', owner: 'bob', life: 1 });
});

it('starts a new shell when it can’t be learned who has logged in', () => {
  expect(after(ann, over, { unknown: true })).toEqual({ phase: 'shown', owner: null, life: 1 });
});

it('keeps nothing after a deliberate logout, here or, as learned later, in another tab', () => {
  expect(after(ann, left)).toEqual({ phase: 'none', owner: null, life: 1 });
  expect(after(ann, over, left)).toEqual({ phase: 'none', owner: null, life: 1 });
});

it('keeps no pages whose owner is unknown', () => {
  expect(after({}, over)).toEqual({ phase: 'none', owner: null, life: 1 });
});

it('starts a new shell when another user has logged in in another tab', () => {
  expect(after(ann, { user: 'bob' })).toEqual({ phase: 'shown', owner: 'bob', life: 1 });
});
