import { expect, it } from 'vitest';
import { type ImportProgress, importLimits, nextImportStep } from './next-step.ts';

const now = Date.UTC(2026, 4, 3);
const fresh: ImportProgress = {
  position: null,
  since: null,
  pages: 0,
  messages: 0,
  read: 7,
  total: 9,
  oldestAt: null,
  troubles: 0,
  troubledAt: null,
};
const page = { ok: true, messages: [], position: 'next' } as const;
const busy = { ok: false, outcome: 'later', reason: 'Busy' } as const;

it.each([
  ['messages', { messages: importLimits.messages }],
  ['pages', { pages: importLimits.pages - 1 }],
])('ends an endless history at the most %s', (_, given) => {
  expect(nextImportStep({ ...fresh, ...given }, page, now)).toMatchObject({ end: { limited: true } });
  expect(nextImportStep(fresh, page, now)).toMatchObject({ end: null });
});

it.each([
  ['an absent one', undefined, { read: 7, total: 9 }],
  ['a usual one', 50, { read: 57, total: 50 }],
  ['more than a row holds', 1e12, { read: 7, total: 9 }],
  ['a fraction', 3.5, { read: 7, total: 9 }],
  ['no number', Number.NaN, { read: 7, total: 9 }],
  ['one below nothing', -1, { read: 7, total: 9 }],
])('accepts only plausible counts of a platform: %s', (_, given, expected) => {
  const counts = given === undefined ? {} : { total: given, entries: given };
  expect(nextImportStep(fresh, { ...page, ...counts }, now)).toMatchObject(expected);
});

it('backs off longer after each attempt, up to an hour if the platform asks, and gives up after a day', () => {
  const after = (troubles: number, retryAfterMs = 0) =>
    nextImportStep({ ...fresh, troubles }, { ...busy, retryAfterMs }, now);
  expect([0, 1, 3, 20].map((troubles) => after(troubles))).toMatchObject(
    [5_000, 10_000, 40_000, 600_000].map((retryAfterMs) => ({ kind: 'pause', retryAfterMs })),
  );
  expect(after(0, 10 * 3_600_000)).toMatchObject({ retryAfterMs: 3_600_000 });
  expect(after(0, Number.NaN)).toMatchObject({ retryAfterMs: 5_000 });
  const since = (ms: number) => nextImportStep({ ...fresh, troubledAt: new Date(now - ms) }, busy, now);
  expect([since(86_300_000), since(86_500_000)]).toMatchObject([{ kind: 'pause' }, { kind: 'fail' }]);
});
