import { expect, it } from 'vitest';
import { emojiData, type StoredEmoji } from './emoji-data.ts';

const wave: StoredEmoji = {
  emoji: '👋',
  label: 'waving hand',
  version: 0.6,
  group: 1,
  order: 2,
  tags: ['hello'],
  skins: ['👋🏻', '👋🏼', '👋🏽', '👋🏾', '👋🏿'].map((emoji, at) => ({ emoji, tone: at + 1 })),
};
const couple: StoredEmoji = {
  emoji: '🧑‍🤝‍🧑',
  label: 'people holding hands',
  version: 12,
  group: 1,
  order: 1,
  skins: [{ emoji: '🧑🏻‍🤝‍🧑🏼', tone: [1, 2] }],
};
const parts: StoredEmoji = { emoji: '🇦', label: 'regional indicator A', version: 0 };
const tone: StoredEmoji = { emoji: '🏻', label: 'light skin tone', version: 1, group: 2 };
const tooNew: StoredEmoji = { emoji: '🫩', label: 'face with bags under eyes', version: 16, group: 0 };
const names = { group: (name: string) => name, tone: (name: string) => name };
const data = emojiData([wave, couple, parts, tone, tooNew], 'en-US', names);

it('shows whole emoji that most systems have, in their order', () => {
  expect(data.emojis.map(({ emoji }) => emoji)).toEqual(['🧑‍🤝‍🧑', '👋']);
  expect(data.emojis[1]).toMatchObject({ label: 'waving hand', category: 1, tags: ['hello'] });
});

it('has skin tones of one person, not of two', () => {
  expect(data.emojis[1]?.skins).toMatchObject({ light: '👋🏻', dark: '👋🏿' });
  expect(data.emojis[0]?.skins).toBeUndefined();
});

it('names each group, in the order of the picker', () => {
  expect(data.categories.slice(0, 3)).toEqual([
    { index: 0, label: 'smileys' },
    { index: 1, label: 'people' },
    { index: 3, label: 'animals' },
  ]);
});
