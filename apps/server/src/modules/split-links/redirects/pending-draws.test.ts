import { expect, it } from 'vitest';
import { liveTarget } from '../testing/live-target.ts';
import { createPendingDraws, type PendingDraws } from './pending-draws.ts';

const target = (id: string, dailyCap: number | null = 5) => liveTarget(id, { dailyCap });

const all = ['ana', 'ben', 'cat'];
function countsOf(draws: PendingDraws, link: string, targetIds = all) {
  const taken = new Map([['ana', 1]]);
  const forget = draws.countOn(link, targetIds, taken);
  return { taken: Object.fromEntries(taken), forget };
}

it('counts drawn visitors with each try until one is stored, separately per link', () => {
  const draws = createPendingDraws();
  for (const id of ['ana', 'ben', 'ana']) draws.add('spring', target(id));
  draws.add('summer', target('cat'));
  expect(countsOf(draws, 'spring').taken).toEqual({ ana: 3, ben: 1 });
  const { taken, forget } = countsOf(draws, 'spring');
  expect(taken).toEqual({ ana: 3, ben: 1 });
  // Added while the others are being stored.
  draws.add('spring', target('ana'));
  forget();
  expect(countsOf(draws, 'spring').taken).toEqual({ ana: 2 });
  expect(countsOf(draws, 'summer').taken).toEqual({ ana: 1, cat: 1 });
});

it('keeps the visitors of a target that is not being counted', () => {
  const draws = createPendingDraws();
  for (const id of ['ana', 'ben']) draws.add('spring', target(id));
  const { taken, forget } = countsOf(draws, 'spring', ['ana']);
  expect(taken).toEqual({ ana: 2 });
  forget();
  expect(countsOf(draws, 'spring').taken).toEqual({ ana: 1, ben: 1 });
});

it('ignores visitors sent to a target without a cap, or to none', () => {
  const draws = createPendingDraws();
  draws.add('spring', target('ana', null));
  draws.add('spring', null);
  expect(countsOf(draws, 'spring').taken).toEqual({ ana: 1 });
});
