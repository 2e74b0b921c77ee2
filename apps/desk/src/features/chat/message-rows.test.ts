import { timeline } from '@parley/chat-core';
import { messageWith, sampleId } from '@parley/chat-core/fixtures';
import { expect, it } from 'vitest';
import { endsNear, messageRows, timeOf } from './message-rows.ts';

const noon = new Date(2026, 2, 1, 12).getTime();
const day = 24 * 3_600_000;

it('makes a day and the unread mark parts of the message below', () => {
  const messages = [0, 0, 1].map((days, at) => messageWith({ seq: at + 1, sentAt: noon + days * day + at }));
  const rows = messageRows(timeline(messages, []), sampleId(2));
  expect(rows.map(({ key, day, isFirstUnread }) => [key, day, isFirstUnread])).toEqual([
    [sampleId(1), noon, false],
    [sampleId(2), null, true],
    [sampleId(3), noon + day + 2, false],
  ]);
  expect(rows.map(timeOf)).toEqual(messages.map(({ sentAt }) => sentAt));
});

it('marks the first message after the history from before the account was added', () => {
  const messages = [-1, 0, 1, 2].map((seq) => messageWith({ seq, sentAt: noon + seq }));
  const rows = messageRows(timeline(messages, []), null);
  expect(rows.map(({ endsHistory }) => endsHistory)).toEqual([false, false, true, false]);
  expect(messageRows(timeline(messages.slice(2), []), null).some(({ endsHistory }) => endsHistory)).toBe(
    false,
  );
});

it.each([
  ['in the middle', 40, 60, { older: false, newer: false }],
  ['near the beginning', 11, 30, { older: true, newer: false }],
  ['near the end', 60, 88, { older: false, newer: true }],
])('notices a reader %s of a hundred messages', (_, first, last, expected) => {
  expect(endsNear({ first, last }, 100)).toEqual(expected);
});
