import { expect, it } from 'vitest';
import { countingRulesEn as en } from './counting-rules-en.ts';
import { countingRulesZh as zh } from './counting-rules-zh.ts';

it('has the same version, date and clauses in both languages', () => {
  const shape = ({ version, effective, clauses, versions }: typeof en) => [
    version,
    effective,
    ...clauses.map(({ paragraphs }) => paragraphs.length),
    ...(versions ?? []).map((one) => `${one.version} ${one.effective}`),
  ];
  expect(shape(zh)).toEqual(shape(en));
  expect(JSON.stringify(en)).not.toMatch(/\p{Script=Han}/u);
  for (const { paragraphs } of zh.clauses) {
    for (const paragraph of paragraphs) expect(paragraph).toMatch(/\p{Script=Han}/u);
  }
});

it('lists every version down to the first with its date', () => {
  const versions = en.versions ?? [];
  expect(versions[0]).toMatchObject({ version: en.version, effective: en.effective });
  expect(versions.map(({ version }) => version)).toEqual(
    Array.from({ length: en.version ?? 0 }, (_, at) => (en.version ?? 0) - at),
  );
  const days = versions.map(({ effective }) => effective);
  expect(days).toEqual([...days].sort().reverse());
});
