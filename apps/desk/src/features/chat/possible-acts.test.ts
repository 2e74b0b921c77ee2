import { messageWith } from '@parley/chat-core/fixtures';
import type { Message } from '@parley/contract/conversations';
import { expect, it } from 'vitest';
import { noAbilities, possibleActs } from './possible-acts.ts';

const both = { inbound: true, outbound: true };
const all = { replies: true, edits: both, deletions: both, reactions: both };
const change = (kind: 'edit' | 'react', state: 'queued' | 'failed') => ({
  change: { kind, state, problem: null, text: null },
});
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
  expect(possibleActs(message(facts), all)).toEqual(acts);
});

it('offers nothing that the platform can’t do', () => {
  expect(possibleActs(message({ direction: 'out', delivery: 'sent' }), noAbilities)).toEqual(['copy']);
});
