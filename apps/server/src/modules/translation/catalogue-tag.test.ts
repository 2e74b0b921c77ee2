import { expect, it } from 'vitest';
import { catalogueTag } from './catalogue-tag.ts';

it.each([
  ['pt-br', 'pt-BR'],
  ['pt', 'pt'],
  ['en-GB', 'en'],
  ['zh-hant', 'zh-TW'],
  ['no', 'nb'],
  ['tlh', null],
  ['not a tag', null],
  ['', null],
  [`en-${'x'.repeat(200)}`, null],
  ['en-a-bbb-x-a-ccc-ddd-eee-fff-ggg-hhh-iii', 'en'],
])('converts %j, again and again', (tag, known) => {
  for (let time = 0; time < 3; time += 1) expect(catalogueTag(tag)).toBe(known);
});
