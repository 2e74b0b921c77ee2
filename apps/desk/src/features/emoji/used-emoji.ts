/** Remembers in this browser which emoji an agent has used last, and in which skin tone. */
import type { KeyValueStorage } from '@parley/api-client';
import type { SkinTone } from 'frimousse';
import { skinTones } from './emoji-data.ts';

const usedKey = 'desk:emoji';
const toneKey = 'desk:emojiTone';
/** The number of the picker's columns, and of remembered emoji. */
export const columns = 9;
/** UTF-16 units of the longest emoji, a family with skin tones, plus a margin. */
const longest = 40;

/** Returns the emoji used last, latest first. Ignores invalid stored values. */
export function readUsed(storage: KeyValueStorage): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.getItem(usedKey) ?? '[]');
    if (!Array.isArray(stored)) return [];
    const isEmoji = (one: unknown): one is string =>
      typeof one === 'string' && one.length <= longest && /^\P{L}+$/u.test(one);
    return stored.filter(isEmoji).slice(0, columns);
  } catch {
    return [];
  }
}

export function writeUsed(storage: KeyValueStorage, emoji: string): void {
  keep(
    storage,
    usedKey,
    JSON.stringify([emoji, ...readUsed(storage).filter((one) => one !== emoji)].slice(0, columns)),
  );
}

export function readTone(storage: KeyValueStorage): SkinTone {
  const stored = storage.getItem(toneKey);
  return skinTones.find((tone) => tone === stored) ?? 'none';
}

export function writeTone(storage: KeyValueStorage, tone: SkinTone): void {
  keep(storage, toneKey, tone);
}

function keep(storage: KeyValueStorage, key: string, value: string): void {
  try {
    storage.setItem(key, value);
  } catch {
    // Storage is full or forbidden: the choice isn't kept.
  }
}
