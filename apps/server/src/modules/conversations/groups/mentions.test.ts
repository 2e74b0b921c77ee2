import { describe, expect, it } from 'vitest';
import { knownMember, placedMentions, storedMentions } from './received-members.ts';
import { writtenMentions } from './written-mentions.ts';

describe('mentions that an agent writes', () => {
  const ana = { id: '1', name: 'Ana', handle: null };
  const anaMaria = { id: '2', name: 'Ana María', handle: 'amaria' };
  const li = { id: '3', name: '李娜', handle: null };
  const ipek = { id: '4', name: 'İpek', handle: null };
  const nikos = { id: '5', name: 'ΝΙΚΟΣ', handle: null };
  const found = (text: string) =>
    writtenMentions(text, [ana, anaMaria, li, ipek, nikos]).map(({ start, length, member }) => [
      text.slice(start, start + length),
      member.id,
    ]);

  it.each([
    ['Hola @Ana, ¿y tú?', [['@Ana', '1']]],
    [
      '@ana maría @ANA',
      [
        ['@ana maría', '2'],
        ['@ANA', '1'],
      ],
    ],
    ['see @amaria', [['@amaria', '2']]],
    ['@Anabel', []],
    ['＠李娜你好', [['＠李娜', '3']]],
    [
      'İi @İpek, @ipek',
      [
        ['@İpek', '4'],
        ['@ipek', '4'],
      ],
    ],
    [
      '@ΝΙΚΟΣ @νικοσ',
      [
        ['@ΝΙΚΟΣ', '5'],
        ['@νικοσ', '5'],
      ],
    ],
    ['Ana', []],
    ['@ Ana', []],
  ])('finds in %j %j', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('stops at twenty', () => {
    expect(found('@Ana '.repeat(50))).toHaveLength(20);
  });
});

describe('mentions that a platform reports', () => {
  const member = { id: 'm', displayName: 'Ana' };

  it.each([
    ['beyond the text', { start: 3, length: 9, member }],
    ['before it', { start: -1, length: 2, member }],
    ['of no length', { start: 0, length: 0, member }],
    ['at no place', { start: 0.5, length: 1, member }],
  ])('leaves out one %s', (_, mention) => {
    expect(placedMentions('Hola', [mention])).toEqual([]);
  });

  it('keeps fifty, sorted and without overlaps', () => {
    const text = 'x'.repeat(1_000);
    const many = Array.from({ length: 200 }, (_, n) => ({ start: 2 * n, length: 1, member: null }));
    expect(placedMentions(text, many)).toHaveLength(50);
    const two = [
      { start: 4, length: 3, member: null },
      { start: 2, length: 3, member: null },
    ];
    expect(placedMentions(text, two).map(({ start }) => start)).toEqual([2]);
  });

  it('keeps mentions of known members and of the account', () => {
    const placed = placedMentions('Ana Ben me', [
      { start: 0, length: 3, member },
      { start: 4, length: 3, member: { id: 'stranger', displayName: null } },
      { start: 8, length: 2, member: null },
    ]);
    expect(storedMentions(placed, (id) => (id === 'm' ? 'uuid' : undefined))).toEqual([
      { start: 0, length: 3, memberId: 'uuid' },
      { start: 8, length: 2, memberId: null },
    ]);
    expect(storedMentions([], () => undefined)).toBeNull();
  });

  it('limits the length of names, and falls back to the id', () => {
    expect(knownMember({ id: 'm', displayName: 'x'.repeat(5_000) }).name).toHaveLength(200);
    expect(knownMember({ id: 'm', displayName: ' ' })).toEqual({ memberId: 'm', name: 'm', handle: null });
  });
});
