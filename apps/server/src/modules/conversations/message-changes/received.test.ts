import { messageLimit } from '@parley/contract/values';
import { describe, expect, it } from 'vitest';
import { newId, trustWorkspaceId } from '../../../base/ids.ts';
import type { MessageRow, StoredReaction } from '../../../schema/conversations.ts';
import { isApplicable, patchOf, type ReceivedChange, translationPause } from './received.ts';

const now = Date.UTC(2026, 4, 3);
const account = {
  workspaceId: trustWorkspaceId(newId()),
  id: newId(),
  platform: 'telegram',
  subAccountId: newId(),
} as const;

// The columns that the rules read.
const message = (given: Partial<MessageRow> = {}) =>
  ({
    direction: 'in',
    original: 'the red one',
    translationState: 'done',
    edits: 0,
    editedAt: null,
    deletedAt: null,
    erasedAt: null,
    reactions: null,
    ...given,
  }) as MessageRow;
const common = { account, chatId: 'ana', target: '1', by: 'ana', at: now - 1_000 } as const;
const edit = (text: string, at = common.at): ReceivedChange => ({ ...common, at, kind: 'edited', text });
const react = (...reactions: string[]): ReceivedChange => ({ ...common, kind: 'reacted', reactions });
const patch = (row: MessageRow, change: ReceivedChange, translate = true) =>
  patchOf(row, change, translate, now);

describe('an edit', () => {
  it('replaces the text, which waits for its translation again', () => {
    expect(patch(message(), edit('the blue one'))).toEqual({
      original: 'the blue one',
      mentions: null,
      editedAt: new Date(now - 1_000),
      edits: 1,
      originalLanguage: null,
      translation: null,
      translationLanguage: null,
      translationState: 'pending',
      translationProblem: null,
    });
  });

  it.each([
    ['while the conversation isn’t translated', edit('blue'), false],
    ['to a text beyond the limit', edit('😀'.repeat(messageLimit + 1)), true],
    ['to nothing', edit('  '), true],
  ])('waits for no translation %s', (_, change, translate) => {
    expect(patch(message(), change, translate)?.translationState).toBe('none');
  });

  it.each([
    ['delivered again', message(), edit('the red one')],
    ['older than the last', message({ editedAt: new Date(now) }), edit('blue', now - 1)],
    ['of what the customer took back', message({ deletedAt: new Date(now) }), edit('blue')],
    ['of what isn’t kept', message({ erasedAt: new Date(now) }), edit('blue')],
    ['of the business’s message', message({ direction: 'out' }), edit('blue')],
  ])('changes nothing when it is %s', (_, row, change) => {
    expect(patch(row, change)).toBeNull();
  });

  it('replaces no text of an unsupported message, as it is the platform’s name for the content', () => {
    const call = message({ kind: 'unsupported', original: 'call' });
    expect(isApplicable(call, edit('blue'))).toBe(false);
    expect(isApplicable(call, { ...common, kind: 'deleted' })).toBe(true);
    expect(isApplicable(message({ kind: 'text' }), edit('blue'))).toBe(true);
  });

  it('delays the translation longer with each edit before it', () => {
    const pauses = (translationState: MessageRow['translationState']) =>
      [0, 1, 3, 200].map((edits) => translationPause(message({ translationState, edits })));
    expect(pauses('pending')).toEqual([1_000, 2_000, 8_000, 30_000]);
    for (const state of ['done', 'failed', 'none'] as const) expect(pauses(state)).toEqual([0, 0, 0, 0]);
  });

  it('never has a time in the future, and stores what PostgreSQL can', () => {
    const changed = patch(message(), edit('a\0b\ud800', now + 10 * 86_400_000));
    expect(changed).toMatchObject({ original: 'a\uFFFDb\uFFFD', editedAt: new Date(now) });
  });
});

describe('a deletion', () => {
  const remove: ReceivedChange = { ...common, kind: 'deleted' };

  it('marks the message, and cancels its translation', () => {
    expect(patch(message(), remove)).toEqual({ deletedAt: new Date(now - 1_000) });
    for (const translationState of ['pending', 'failed'] as const)
      expect(patch(message({ translationState }), remove)).toMatchObject({ translationState: 'none' });
  });

  it('ignores a repeated deletion, and the business’s messages', () => {
    expect(patch(message({ deletedAt: new Date(now) }), remove)).toBeNull();
    expect(patch(message({ direction: 'out' }), remove)).toBeNull();
  });
});

describe('reactions', () => {
  const mine: StoredReaction = { side: 'out', by: null, emoji: '👍' };
  const ofAna: StoredReaction = { side: 'in', by: 'ana', emoji: '🎉' };

  it('replaces the same person’s reactions, and no others', () => {
    expect(patch(message({ reactions: [mine, ofAna] }), react('❤', '❤'))).toEqual({
      reactions: [mine, { side: 'in', by: 'ana', emoji: '❤' }],
    });
    expect(patch(message({ reactions: [mine, ofAna] }), react())).toEqual({ reactions: [mine] });
    expect(patch(message({ reactions: [ofAna] }), react())).toEqual({ reactions: null });
  });

  it('changes nothing when redelivered', () => {
    expect(patch(message({ reactions: [ofAna, mine] }), react('🎉'))).toBeNull();
    expect(patch(message(), react())).toBeNull();
  });

  it('limits their number and length', () => {
    const many = Array.from({ length: 1_000 }, (_, i) => `${i}${'x'.repeat(1_000)}`);
    const changed = patch(message({ direction: 'out' }), react(...many, ' '));
    expect(changed?.reactions).toHaveLength(20);
    expect(changed?.reactions?.every(({ emoji }) => emoji.length <= 32)).toBe(true);
    const crowd = Array.from(
      { length: 100 },
      (_, i): StoredReaction => ({ side: 'in', by: `${i}`, emoji: '👍' }),
    );
    expect(patch(message({ reactions: crowd }), react('🎉'))?.reactions).toHaveLength(100);
  });
});
