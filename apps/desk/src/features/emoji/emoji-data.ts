/** Unicode's emoji with their names and keywords, in the interface's language, for the picker. */
import { queryOptions } from '@tanstack/react-query';
import type { EmojiData, SkinTone } from 'frimousse';

/** Emojibase's skin tones, in the order of its numbers from 1. */
const tones = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const;
export const skinTones: readonly SkinTone[] = ['none', ...tones];

/** The shown groups, with Emojibase's numbers; group 2 contains components of other emoji. */
const groups = [
  ['smileys', 0],
  ['people', 1],
  ['animals', 3],
  ['food', 4],
  ['travel', 5],
  ['activities', 6],
  ['objects', 7],
  ['symbols', 8],
  ['flags', 9],
] as const;
type Group = (typeof groups)[number][0];

/** Many systems lack newer emoji: customers would see empty boxes. */
const newest = 15.1;

/** The format of `emojibase-data`, https://emojibase.dev/docs/spec#emoji-object. */
export type StoredEmoji = {
  emoji: string;
  label: string;
  version: number;
  group?: number;
  order?: number;
  tags?: readonly string[];
  skins?: readonly { emoji: string; tone?: number | readonly number[] }[];
};

const load = {
  'en-US': async () => (await import('emojibase-data/en/data.json')).default,
  'zh-CN': async () => (await import('emojibase-data/zh/data.json')).default,
};

type Tone = (typeof tones)[number];
/** In the interface's language. */
type Names = { group: (group: Group) => string; tone: (tone: Tone) => string };

export const emojiQuery = (language: string, names: Names) =>
  queryOptions({
    queryKey: ['emoji', language],
    async queryFn() {
      const stored: readonly StoredEmoji[] = await load[language === 'zh-CN' ? 'zh-CN' : 'en-US']();
      return emojiData(stored, language, names);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export function emojiData(stored: readonly StoredEmoji[], language: string, names: Names): EmojiData {
  const shown = new Set<number>(groups.map(([, number]) => number));
  const emojis = stored
    .filter(({ group, version }) => group !== undefined && shown.has(group) && version <= newest)
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ emoji, label, version, group = 0, tags = [], skins = [] }) => ({
      emoji,
      label,
      version,
      category: group,
      tags: [...tags],
      ...skinsOf(skins),
    }));
  return {
    locale: language,
    emojis,
    categories: groups.map(([name, index]) => ({ index, label: names.group(name) })),
    skinTones: {
      light: names.tone('light'),
      'medium-light': names.tone('medium-light'),
      medium: names.tone('medium'),
      'medium-dark': names.tone('medium-dark'),
      dark: names.tone('dark'),
    },
  };
}

/** Returns one emoji's variants by skin tone; none if it has no variants, or shows two people with a tone each. */
function skinsOf(
  skins: NonNullable<StoredEmoji['skins']>,
): Pick<EmojiData['emojis'][number], 'skins'> | object {
  const byTone = Object.fromEntries(
    skins.flatMap(({ emoji, tone }) => {
      const name = typeof tone === 'number' ? tones[tone - 1] : undefined;
      return name === undefined ? [] : [[name, emoji]];
    }),
  );
  return tones.every((tone) => tone in byTone) ? { skins: byTone } : {};
}
