/** Which emoji an agent has used last, and in which skin tone; this browser's own. */
import type { KeyValueStorage } from '@parley/api-client';
import type { SkinTone } from 'frimousse';
import { skinTones } from './emoji-data.ts';

const usedKey = 'desk:emoji';
const toneKey = 'desk:emojiTone';
/** Of the picker; so many are remembered. */
export const columns = 9;
/** UTF-16 units of the longest emoji, a family with skin tones, and some more. */
const longest = 40;

/** The latest first. Whatever else stands in the storage is none. */
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
    // A full or forbidden storage: the choice is not kept.
  }
}
