import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { countingRulesEn as en } from './counting-rules-en.ts';
import { countingRulesZh as zh } from './counting-rules-zh.ts';
import { textOfVersion, type VersionedText } from './versioned-text.ts';

const versions = en.versions.map(({ version }) => String(version));
const paragraphsOf = (text: VersionedText, version: string) => [
  ...text.introduction,
  ...textOfVersion(text, version).clauses.flatMap(({ title, paragraphs }) => [title, ...paragraphs]),
];

it.each(versions)('has version %s with the same date and clauses in both languages', (version) => {
  const shapeOf = (text: VersionedText) => {
    const { effective, clauses } = textOfVersion(text, version);
    return [effective, ...clauses.map(({ paragraphs }) => paragraphs.length)];
  };
  expect(shapeOf(zh)).toEqual(shapeOf(en));
  for (const paragraph of paragraphsOf(en, version)) expect(paragraph).not.toMatch(/\p{Script=Han}/u);
  for (const paragraph of paragraphsOf(zh, version)) expect(paragraph).toMatch(/\p{Script=Han}/u);
});

it.each(versions)(
  'doesn’t name the product in version %s, which a tenant’s users read under its brand',
  (version) => {
    for (const text of [en, zh])
      for (const paragraph of paragraphsOf(text, version)) expect(paragraph).not.toContain('Parley');
  },
);

it('lists every version from the current one down to the first, with its date', () => {
  expect(versions).toEqual(versions.map((_, index) => String(versions.length - index)));
  const days = en.versions.map(({ effective }) => effective);
  expect(days).toEqual([...days].sort().reverse());
  expect(zh.versions.map(({ version }) => String(version))).toEqual(versions);
});

it('has wordings of existing versions only, the latest first', () => {
  for (const { clauses } of [en, zh]) {
    const revised = clauses.flatMap(({ paragraphs }) => paragraphs.filter((it) => typeof it !== 'string'));
    for (const wordings of revised) {
      const since = wordings.map((wording) => wording.since);
      expect(since).toEqual([...new Set(since)].sort((a, b) => b - a));
      for (const version of since) expect(versions).toContain(String(version));
    }
  }
});

/**
 * Digests of the published texts. A change of a rule adds a version and a wording `since` it, so that these stay. A
 * correction that changes no rule is listed in `corrections`, and changes the digests of the versions that have the
 * paragraph.
 */
const digests = {
  en: { 1: 'bbe1130df25022d3', 2: 'b9b9de0ccafdb661', 3: 'f42f649daf9a1e39' },
  zh: { 1: '964cb0abdf6c90a7', 2: '52b41c5926121180', 3: 'd1178105e4f144b6' },
};

it.each([
  ['en', en, digests.en],
  ['zh', zh, digests.zh],
] as const)(
  '%s keeps the text of each version as it was published, apart from corrections',
  (_, text, expected) => {
    const digestOf = (version: string) =>
      createHash('sha256').update(paragraphsOf(text, version).join('\n')).digest('hex').slice(0, 16);
    expect(Object.fromEntries(versions.map((version) => [version, digestOf(version)]))).toEqual(expected);
  },
);
