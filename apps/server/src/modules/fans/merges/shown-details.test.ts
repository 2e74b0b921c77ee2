import { expect, it } from 'vitest';
import { type DetailedRow, moveDetails } from './shown-details.ts';

/** A row on the only account: named like its fan, which is its person's topmost unless `given`. */
const row = (id: string, given: Partial<DetailedRow> = {}): DetailedRow => ({
  id,
  fanId: id,
  ownFanId: id,
  socialAccountId: 'shop',
  isShownBefore: true,
  isShownAfter: true,
  detailsOf: id,
  ...given,
});
const hidden = { isShownBefore: false, isShownAfter: false } as const;
const person = (topmost: string, ...others: string[]) => ({
  topmost,
  ownFanIds: new Set([topmost, ...others]),
});

it('moves nothing where the kept fan’s row is shown, or where the people meet on different accounts', () => {
  expect(moveDetails([row('ana'), row('eva', { isShownAfter: false })], [person('ana', 'eva')])).toEqual([]);
  expect(
    moveDetails([row('ana'), row('eva', { socialAccountId: 'office' })], [person('eva', 'ana')]),
  ).toEqual([]);
});

it('exchanges the details of the shown row with those of the kept fan, and back', () => {
  const kept = moveDetails([row('ana'), row('eva', { isShownAfter: false })], [person('eva', 'ana')]);
  expect(kept).toEqual([
    { id: 'ana', from: 'eva', detailsOf: 'eva' },
    { id: 'eva', from: 'ana', detailsOf: 'ana' },
  ]);
  const rows = [
    row('ana', { fanId: 'eva', detailsOf: 'eva' }),
    row('eva', { isShownBefore: false, detailsOf: 'ana' }),
  ];
  expect(moveDetails(rows, [person('ana'), person('eva')])).toEqual([
    { id: 'ana', from: 'eva', detailsOf: 'ana' },
    { id: 'eva', from: 'ana', detailsOf: 'eva' },
  ]);
});

it('returns the details of the inner one of two merges that is undone first', () => {
  // Eva was kept over the earlier Ana, then over the still earlier Ida.
  const ofEva = { fanId: 'eva' } as const;
  const rows = [
    row('ida', { ...ofEva, detailsOf: 'eva' }),
    row('ana', { ...ofEva, isShownBefore: false, detailsOf: 'ida' }),
    row('eva', { ...ofEva, ...hidden, detailsOf: 'ana' }),
  ];
  expect(moveDetails(rows, [person('ana'), person('eva', 'ida')])).toEqual([
    { id: 'ana', from: 'eva', detailsOf: 'ana' },
    { id: 'eva', from: 'ana', detailsOf: 'ida' },
  ]);
});

it('leaves the details of earlier merges, which exchanged none', () => {
  const rows = [row('ana', { fanId: 'eva' }), row('eva', { isShownBefore: false })];
  expect(moveDetails(rows, [person('ana'), person('eva')])).toEqual([]);
});

it('shows the own details of a row whose kept fan’s were deleted', () => {
  const rows = [row('ana', { fanId: 'eva', detailsOf: 'gone' }), row('ida', { isShownAfter: false })];
  expect(moveDetails(rows, [person('eva', 'ana', 'ida')])).toEqual([]);
});
