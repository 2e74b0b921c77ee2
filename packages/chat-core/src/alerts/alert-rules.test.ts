import type { Message } from '@parley/contract/conversations';
import { expect, it } from 'vitest';
import { messageWith, sampleId } from '../fixtures/samples.ts';
import { alertText, badgedTitle, deservesAlert, isToneDue, unreadBadge } from './alert-rules.ts';

const now = 1_780_000_000_000;
const socialAccountId = sampleId(0xa0);
const hour = 60 * 60_000;

it.each<[string, Partial<Message>, { seq?: number; muted?: boolean; archived?: true }, boolean]>([
  ['a customer’s new message', {}, {}, true],
  ['a message that waited for an hour', { sentAt: now - hour }, {}, true],
  ['a message of the account’s history', { sentAt: now - 25 * hour }, {}, false],
  ['an agent’s own message', { direction: 'out' }, {}, false],
  ['a translation of a known message', { changedSeq: 8 }, { seq: 8 }, false],
  ['a message that was taken back already', { erased: true }, {}, false],
  ['a message of a muted account', {}, { muted: true }, false],
  ['a message of an archived conversation', {}, { archived: true }, false],
])('decides whether %s deserves an alert', (_, facts, { seq = 7, muted = false, archived }, expected) => {
  const message = messageWith({ seq: 7, sentAt: now, ...facts });
  const change = { socialAccountId, seq, message, archived };
  const scene = { groups: () => 'mentions' as const, isMuted: () => muted, isWatched: () => false };
  expect(deservesAlert(change, scene, now)).toBe(expected);
});

const sender = { id: sampleId(9), name: 'Ben' };
const mentions = (memberId: string | null) => ({ sender, mentions: [{ start: 0, length: 2, memberId }] });

it.each([
  ['all', { sender }, true],
  ['mentions', { sender }, false],
  ['mentions', mentions(sender.id), false],
  ['mentions', mentions(null), true],
  ['none', mentions(null), false],
  ['none', {}, true],
] as const)('alerts in groups to %s: of %j %s', (groups, facts, expected) => {
  const message = messageWith({ seq: 7, sentAt: now, ...structuredClone(facts) });
  const scene = { groups: () => groups, isMuted: () => false, isWatched: () => false };
  expect(deservesAlert({ socialAccountId, seq: 7, message }, scene, now)).toBe(expected);
});

it.each<[string, Partial<Message>, string | null]>([
  ['the translation', { original: 'Hola', translation: 'Hello', translationState: 'done' }, 'Hello'],
  ['the original while there is no translation', { original: 'Hola', translationState: 'pending' }, 'Hola'],
  ['the original after a failure', { original: 'Hola', translationState: 'failed' }, 'Hola'],
  ['nothing for a picture without a caption', { kind: 'image', original: '' }, null],
])('reads %s', (_, facts, expected) => {
  expect(alertText(messageWith({ seq: 1, ...facts }))).toBe(expected);
});

it.each([
  [null, true],
  [now - 2000, true],
  [now - 1999, false],
])('sounds at most once in two seconds: last %s', (last, expected) => {
  expect(isToneDue(last, now)).toBe(expected);
});

it('counts the unread conversations of accounts that are not muted', () => {
  const accounts = [
    { muted: false, unreadConversations: 2 },
    { muted: true, unreadConversations: 40 },
    { muted: false, unreadConversations: 1 },
  ];
  expect(unreadBadge(accounts)).toBe(3);
});

it.each([
  [0, 'Parley'],
  [3, '(3) Parley'],
  [100, '(99+) Parley'],
])('puts the number before the title: %i', (unread, expected) => {
  expect(badgedTitle('Parley', unread)).toBe(expected);
});
