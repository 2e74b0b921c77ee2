import { expect, it } from 'vitest';
import { countingRulesEn as en } from './counting-rules-en.ts';
import { countingRulesZh as zh } from './counting-rules-zh.ts';

it('has the same version, date and clauses in both languages', () => {
  const shape = ({ version, effective, clauses }: typeof en) => [
    version,
    effective,
    ...clauses.map(({ paragraphs }) => paragraphs.length),
  ];
  expect(shape(zh)).toEqual(shape(en));
  expect(JSON.stringify(en)).not.toMatch(/\p{Script=Han}/u);
  for (const { paragraphs } of zh.clauses) {
    for (const paragraph of paragraphs) expect(paragraph).toMatch(/\p{Script=Han}/u);
  }
});
