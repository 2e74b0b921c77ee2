import { expect, it } from 'vitest';
import { createDrawnVisitors, type DrawnVisitors } from './drawn-visitors.ts';

const target = (id: string, dailyCap: number | null = 5) => ({
  id,
  url: `https://t.me/${id}`,
  weight: 1,
  dailyCap,
  enabled: true,
  online: null,
});

const all = ['ana', 'ben', 'cat'];
function countsOf(drawn: DrawnVisitors, link: string, targetIds = all) {
  const taken = new Map([['ana', 1]]);
  const forget = drawn.countOn(link, targetIds, taken);
  return { taken: Object.fromEntries(taken), forget };
}

it('counts drawn visitors with each try until one is stored, separately per link', () => {
  const drawn = createDrawnVisitors();
  for (const id of ['ana', 'ben', 'ana']) drawn.add('spring', target(id));
  drawn.add('summer', target('cat'));
  expect(countsOf(drawn, 'spring').taken).toEqual({ ana: 3, ben: 1 });
  const { taken, forget } = countsOf(drawn, 'spring');
  expect(taken).toEqual({ ana: 3, ben: 1 });
  // Added while the others are being stored.
  drawn.add('spring', target('ana'));
  forget();
  expect(countsOf(drawn, 'spring').taken).toEqual({ ana: 2 });
  expect(countsOf(drawn, 'summer').taken).toEqual({ ana: 1, cat: 1 });
});

it('keeps the visitors of a target that is not being counted', () => {
  const drawn = createDrawnVisitors();
  for (const id of ['ana', 'ben']) drawn.add('spring', target(id));
  const { taken, forget } = countsOf(drawn, 'spring', ['ana']);
  expect(taken).toEqual({ ana: 2 });
  forget();
  expect(countsOf(drawn, 'spring').taken).toEqual({ ana: 1, ben: 1 });
});

it('ignores visitors sent to a target without a cap, or to none', () => {
  const drawn = createDrawnVisitors();
  drawn.add('spring', target('ana', null));
  drawn.add('spring', null);
  expect(countsOf(drawn, 'spring').taken).toEqual({ ana: 1 });
});
