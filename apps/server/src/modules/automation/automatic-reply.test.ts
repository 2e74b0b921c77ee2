import { expect, it } from 'vitest';
import { attendedMs, automaticReply, type Facts, sessionGapMs } from './automatic-reply.ts';

const at = Date.UTC(2026, 4, 6, 7);
const reply = (given: Partial<Facts>) =>
  automaticReply({ text: 'Hello', at, heardAt: null, answeredAt: null, answeredByItselfAt: null, ...given });

it.each<[string, Partial<Facts>, string | null]>([
  ['a first message ever', {}, 'Hello'],
  ['a first message where nothing is said by itself', { text: null }, null],
  ['a message soon after another', { heardAt: at - 1 }, null],
  ['a message just within a session', { heardAt: at - sessionGapMs + 1 }, null],
  ['a message after a day of silence', { heardAt: at - sessionGapMs }, 'Hello'],
  ['a first message that answers a person who has just written', { answeredAt: at - 1 }, null],
  ['one that comes just before that person is taken to be gone', { answeredAt: at - attendedMs + 1 }, null],
  ['one that comes when that person is taken to be gone', { answeredAt: at - attendedMs }, 'Hello'],
  [
    'a new session while a person is there',
    { heardAt: at - 2 * sessionGapMs, answeredAt: at - attendedMs + 1 },
    null,
  ],
  [
    'a message that claims to follow a silence, when a reply has just gone out',
    { heardAt: at - 2 * sessionGapMs, answeredByItselfAt: at - 1 },
    null,
  ],
  [
    'a session after one that was answered',
    { heardAt: at - sessionGapMs, answeredByItselfAt: at - sessionGapMs },
    'Hello',
  ],
])('%s', (_, facts, expected) => {
  expect(reply(facts)).toBe(expected);
});
