import { messageWith } from '@parley/chat-core/fixtures';
import type { Message } from '@parley/contract/conversations';
import { expect, it } from 'vitest';
import { noAbilities, possibleActs } from './possible-acts.ts';

const both = { inbound: true, outbound: true };
const all = { replies: true, edits: both, deletions: both, reactions: both };
const change = (kind: 'edit' | 'react', state: 'queued' | 'failed') => ({
  change: { kind, state, problem: null, text: null },
});
const now = 1_700_000_000_000;
const message = (facts: Partial<Message>) => messageWith({ id: '1', seq: 1, original: 'Hello', ...facts });

it.each<[string, Partial<Message>, readonly string[]]>([
  ['a customer’s text', { direction: 'in', delivery: 'received' }, ['answer', 'react', 'copy']],
  ['a text of ours', { direction: 'out', delivery: 'sent' }, ['answer', 'edit', 'copy', 'takeBack']],
  ['a text on its way', { direction: 'out', delivery: 'queued' }, ['copy']],
  ['a text that failed', { direction: 'out', delivery: 'failed' }, ['copy', 'takeBack']],
  [
    'a text that is being edited',
    { direction: 'out', delivery: 'sent', ...change('edit', 'queued') },
    ['answer', 'copy'],
  ],
  [
    'a text whose edit failed',
    { direction: 'out', delivery: 'sent', ...change('edit', 'failed') },
    ['answer', 'edit', 'copy', 'takeBack'],
  ],
  [
    'a text with a reaction on its way',
    { direction: 'in', delivery: 'received', ...change('react', 'queued') },
    ['answer', 'react', 'copy'],
  ],
  ['a text that was taken back', { direction: 'in', delivery: 'received', deletedAt: 1, erased: true }, []],
])('offers for %s what is possible', (_, facts, acts) => {
  expect(possibleActs(message(facts), all, now)).toEqual(acts);
});

it('offers nothing that the platform can’t do', () => {
  const sent = message({ direction: 'out', delivery: 'sent' });
  expect(possibleActs(sent, noAbilities, now)).toEqual(['copy']);
});

it('offers to take a message back for as long as the platform allows it', () => {
  const sent = message({ direction: 'out', delivery: 'sent' });
  const twoDays = { ...noAbilities, deletions: { ...both, outboundHours: 48 } };
  const hourMs = 3_600_000;
  expect(possibleActs(sent, twoDays, sent.sentAt + 47 * hourMs)).toEqual(['copy', 'takeBack']);
  expect(possibleActs(sent, twoDays, sent.sentAt + 48 * hourMs)).toEqual(['copy']);
});
