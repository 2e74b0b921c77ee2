import { expect, it } from 'vitest';
import { columns, readTone, readUsed, writeTone, writeUsed } from './used-emoji.ts';

function memory(stored: Record<string, string> = {}) {
  const map = new Map(Object.entries(stored));
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  };
}
const full = {
  ...memory(),
  setItem() {
    throw new Error('full');
  },
};

it('remembers the last used emoji once each, the latest first', () => {
  const storage = memory();
  for (const emoji of ['👋', '🙏', '👋']) writeUsed(storage, emoji);
  expect(readUsed(storage)).toEqual(['👋', '🙏']);
});

it('remembers one row of emoji', () => {
  const storage = memory();
  for (let at = 0; at < 20; at += 1) writeUsed(storage, String.fromCodePoint(0x1f600 + at));
  expect(readUsed(storage)).toHaveLength(columns);
  expect(readUsed(storage)[0]).toBe(String.fromCodePoint(0x1f600 + 19));
});

it.each([
  ['nothing that is JSON', '{'],
  ['no list', '"👋"'],
  ['words and numbers', JSON.stringify(['<b>hello</b>', 7, null])],
  ['a long row of signs', JSON.stringify(['!'.repeat(41)])],
])('takes %s for none', (_, stored) => {
  expect(readUsed(memory({ 'desk:emoji': stored }))).toEqual([]);
});

it('keeps the skin tone, and ignores an unknown one', () => {
  const storage = memory();
  writeTone(storage, 'medium-dark');
  expect(readTone(storage)).toBe('medium-dark');
  expect(readTone(memory({ 'desk:emojiTone': 'green' }))).toBe('none');
});

it('works when storage is full', () => {
  expect(() => writeUsed(full, '👋')).not.toThrow();
  expect(() => writeTone(full, 'dark')).not.toThrow();
});
