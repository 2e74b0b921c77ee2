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

it('shows pages at once, before it is known whose they are', () => {
  expect(after({})).toEqual({ phase: 'shown', owner: null, life: 0 });
  expect(after({}, ann)).toEqual({ phase: 'shown', owner: 'ann', life: 0 });
});

it('rests after a timeout, also while it is unknown who is back', () => {
  expect(after(ann, over)).toEqual({ phase: 'hidden', owner: 'ann', life: 0 });
  expect(after(ann, over, {})).toEqual({ phase: 'hidden', owner: 'ann', life: 0 });
});

it('comes back for the same user', () => {
  expect(after(ann, over, {}, ann)).toEqual({ phase: 'shown', owner: 'ann', life: 0 });
});

it('the shell changes for another user', () => {
  expect(after(ann, over, {}, { user: 'bob' })).toEqual({ phase: 'shown', owner: 'bob', life: 1 });
});

it('the shell changes when it can’t be known who is back', () => {
  expect(after(ann, over, { unknown: true })).toEqual({ phase: 'shown', owner: null, life: 1 });
});

it('keeps nothing after a logout on purpose, here or, known later, in another tab', () => {
  expect(after(ann, left)).toEqual({ phase: 'none', owner: null, life: 1 });
  expect(after(ann, over, left)).toEqual({ phase: 'none', owner: null, life: 1 });
});

it('keeps nothing of which it isn’t known whose it is', () => {
  expect(after({}, over)).toEqual({ phase: 'none', owner: null, life: 1 });
});

it('the shell changes when another user has logged in in another tab meanwhile', () => {
  expect(after(ann, { user: 'bob' })).toEqual({ phase: 'shown', owner: 'bob', life: 1 });
});
