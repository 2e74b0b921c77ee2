import { expect, it } from 'vitest';
import { type CurrentState, nextStateOf, type ProspectiveFanAct } from './next-state.ts';

const open: CurrentState = { state: 'open', own: false, taken: false, conversationId: null, reason: '' };
const claimed: CurrentState = { ...open, state: 'claimed' };
const done: CurrentState = { ...open, state: 'done', conversationId: 'c1' };
const givenUp: CurrentState = { ...open, state: 'given-up', reason: 'Wrong number' };

const claim: ProspectiveFanAct = { kind: 'claim' };
const finish: ProspectiveFanAct = { kind: 'done', conversationId: 'c1' };
const giveUp: ProspectiveFanAct = { kind: 'give-up', reason: 'Wrong number' };
const reopen: ProspectiveFanAct = { kind: 'reopen' };

it.each<[string, CurrentState, ProspectiveFanAct, ReturnType<typeof nextStateOf>]>([
  ['claims an open one', open, claim, 'claimed'],
  ['repeats its own claim', { ...claimed, own: true }, claim, 'same'],
  ['takes over from one that can’t act any more', claimed, claim, 'claimed'],
  ['can’t claim one that is done', done, claim, 'ended'],
  ['can’t claim one that is given up', { ...givenUp, own: true }, claim, 'ended'],
  ['ends an open one at once', open, finish, 'done'],
  ['ends its own', { ...claimed, own: true }, finish, 'done'],
  ['repeats that it is done', { ...done, own: true }, finish, 'same'],
  ['names another conversation', { ...done, own: true }, { ...finish, conversationId: null }, 'done'],
  ['can’t finish one that is given up', { ...givenUp, own: true }, finish, 'ended'],
  ['gives up an open one', open, giveUp, 'given-up'],
  ['repeats its giving up', { ...givenUp, own: true }, giveUp, 'same'],
  ['gives another reason', { ...givenUp, own: true }, { ...giveUp, reason: '' }, 'given-up'],
  ['can’t give up one that is done', { ...done, own: true }, giveUp, 'ended'],
  ['lets its own go', { ...claimed, own: true }, reopen, 'open'],
  ['undoes that it is done', { ...done, own: true }, reopen, 'open'],
  ['undoes its giving up', { ...givenUp, own: true }, reopen, 'open'],
  ['repeats the reopening', open, reopen, 'same'],
])('an agent %s', (_, present, act, next) => {
  expect(nextStateOf(present, act)).toBe(next);
});

it('leaves an entry that another sub-account has claimed unchanged', () => {
  for (const present of [claimed, done, givenUp])
    for (const act of [claim, finish, giveUp, reopen])
      expect(nextStateOf({ ...present, taken: true }, act)).toBe('taken');
});
