import { expect, it } from 'vitest';
import { attendedMs, automaticReply, type Facts, sessionGapMs } from './automatic-reply.ts';

const at = Date.UTC(2026, 4, 6, 7);
const reply = (given: Partial<Facts>) =>
  automaticReply({
    text: 'Hello',
    at,
    customerWroteAt: null,
    answeredAt: null,
    autoRepliedAt: null,
    ...given,
  });

it.each<[string, Partial<Facts>, string | null]>([
  ['a first message ever', {}, 'Hello'],
  ['a first message where no automatic reply is set', { text: null }, null],
  ['a message soon after another', { customerWroteAt: at - 1 }, null],
  ['a message just within a session', { customerWroteAt: at - sessionGapMs + 1 }, null],
  ['a message after a day of silence', { customerWroteAt: at - sessionGapMs }, 'Hello'],
  ['a first message that answers a person who has just written', { answeredAt: at - 1 }, null],
  ['a message just before that person is taken to be gone', { answeredAt: at - attendedMs + 1 }, null],
  ['a message when that person is taken to be gone', { answeredAt: at - attendedMs }, 'Hello'],
  [
    'a new session while a person is there',
    { customerWroteAt: at - 2 * sessionGapMs, answeredAt: at - attendedMs + 1 },
    null,
  ],
  [
    'a message that claims to follow a silence, when a reply has just gone out',
    { customerWroteAt: at - 2 * sessionGapMs, autoRepliedAt: at - 1 },
    null,
  ],
  [
    'a session after one that was answered',
    { customerWroteAt: at - sessionGapMs, autoRepliedAt: at - sessionGapMs },
    'Hello',
  ],
])('decides on %s', (_, facts, expected) => {
  expect(reply(facts)).toBe(expected);
});
