import { describe, expect, it } from 'vitest';
import { compareShownDays, type ShownDay, type ShownDays } from './shown-days.ts';
import { canonicalJson, type SnapshotContent, type SnapshotFile, snapshotFormat } from './snapshot-chain.ts';

const days = ['2026-03-01', '2026-03-02', '2026-03-03'] as const;
const countsOf = (day: string) => ({ newFans: Number(day.slice(-2)), repeatFans: 4, baseFans: 7 });
/** Two social accounts, whose counts add up to the day's. */
const accountsOf = (day: string) => [
  { socialAccountId: 'account-1', name: 'Shop', ...countsOf(day), newFans: 0 },
  { socialAccountId: 'account-2', name: 'Shop 2', ...countsOf(day), repeatFans: 0, baseFans: 0 },
];
const hashOf = (day: string) => `hash of ${day}`;

function contentOf(day: string, number: number): SnapshotContent {
  return {
    format: snapshotFormat,
    workOrderId: 'order-1',
    workOrderName: 'Spring',
    platform: 'telegram',
    number,
    previous: null,
    day,
    startsAt: `${day}T00:00:00.000Z`,
    endsAt: `${day}T23:59:59.000Z`,
    timeZone: 'UTC',
    resetTime: '00:00',
    goals: { total: null, daily: null, accountTotal: null, accountDaily: null },
    totals: countsOf(day),
    accounts: accountsOf(day),
    verdicts: { count: 0, digest: 'd' },
  };
}

/** A file with these days, without valid signatures: the comparison doesn't read them. */
const fileOf = (signed: readonly string[]): SnapshotFile => ({
  format: snapshotFormat,
  keys: {},
  snapshots: signed.map((day, at) => ({
    content: canonicalJson(contentOf(day, at + 1)),
    hash: hashOf(day),
    keyId: 'k1',
    signature: '',
  })),
});

const noCounts = { socialAccountId: '', newFans: 0, repeatFans: 0 };
const dayOf = (day: string): ShownDay => ({ day, ...countsOf(day), hash: hashOf(day) });
const shownOf = (shown: readonly string[], given: Partial<ShownDays> = {}): ShownDays => ({
  days: shown.map(dayOf),
  complete: true,
  openDay: null,
  ...given,
});
const findingsOf = (shown: ShownDays, signed: readonly string[] = days) =>
  compareShownDays(fileOf(signed), shown).map(({ day, fault }) => `${day} ${fault}`);

describe('compareShownDays', () => {
  it('accepts figures and hashes as they were signed, in any order', () => {
    expect(findingsOf(shownOf(days))).toEqual([]);
    expect(findingsOf(shownOf(days.toReversed()))).toEqual([]);
  });

  it('accepts a page that shows neither base fans nor hashes', () => {
    const short = days.map((day) => ({ day, newFans: countsOf(day).newFans, repeatFans: 4 }));
    expect(findingsOf(shownOf([], { days: short }))).toEqual([]);
  });

  it.each([{ newFans: 77 }, { repeatFans: 5 }, { baseFans: 0 }, { hash: 'another' }])(
    'names a day that is shown with %j',
    (change) => {
      const changed = days.map((day) => (day === days[1] ? { ...dayOf(day), ...change } : dayOf(day)));
      expect(findingsOf(shownOf([], { days: changed }))).toEqual(['2026-03-02 shown-differs']);
    },
  );

  it('accepts the counts of social accounts as they were signed, in any order', () => {
    const shown = days.map((day) => ({ ...dayOf(day), accounts: accountsOf(day).toReversed() }));
    expect(findingsOf(shownOf([], { days: shown }))).toEqual([]);
  });

  it.each([
    ['other new fans of a social account', [{ newFans: 3 }, {}]],
    ['other repeat fans of a social account', [{}, { repeatFans: 3 }]],
    [
      'the counts of two social accounts exchanged',
      [{ socialAccountId: 'account-2' }, { socialAccountId: 'account-1' }],
    ],
    ['an unsigned social account', [{}, { socialAccountId: 'account-3' }]],
    ['one social account too few', [{}]],
    ['one social account too many', [{}, {}, { socialAccountId: 'account-3', newFans: 0, repeatFans: 0 }]],
  ])('names a day that is shown with %s', (_, changes) => {
    const shown = days.map((day) => {
      const accounts = changes.map((change, at) => ({ ...(accountsOf(day)[at] ?? noCounts), ...change }));
      return day === days[1] ? { ...dayOf(day), accounts } : dayOf(day);
    });
    expect(findingsOf(shownOf([], { days: shown }))).toEqual(['2026-03-02 shown-differs']);
  });

  it('names a signed day that the page lacks, at either end and in between', () => {
    for (const gone of days)
      expect(findingsOf(shownOf(days.filter((day) => day !== gone)))).toEqual([`${gone} not-shown`]);
    expect(findingsOf(shownOf([]))).toHaveLength(3);
  });

  it('ignores earlier days if the page shows only the latest ones', () => {
    expect(findingsOf(shownOf(days.slice(1), { complete: false }))).toEqual([]);
    expect(findingsOf(shownOf([days[0], days[2]], { complete: false }))).toEqual(['2026-03-02 not-shown']);
  });

  it('ignores a day that was still open when the page was read', () => {
    expect(findingsOf(shownOf(days.slice(0, 2), { openDay: days[2] }))).toEqual([]);
    expect(findingsOf(shownOf(days.slice(0, 1), { openDay: days[2] }))).toEqual(['2026-03-02 not-shown']);
  });

  it('names a shown day that was put before or between the signed ones', () => {
    expect(findingsOf(shownOf(days), [days[0], days[2]])).toEqual(['2026-03-02 not-signed']);
    expect(findingsOf(shownOf(days), days.slice(1))).toEqual(['2026-03-01 not-signed']);
  });

  it('ignores shown days after the last signed one', () => {
    const shown = [...days.slice(0, 2).map(dayOf), { ...dayOf(days[2]), hash: null }];
    expect(findingsOf(shownOf([], { days: shown }), days.slice(0, 2))).toEqual([]);
    expect(findingsOf(shownOf(days), [])).toEqual([]);
  });

  it('lists the findings from the earliest day', () => {
    const wrong = { ...dayOf(days[2]), newFans: 1 };
    expect(findingsOf(shownOf([], { days: [wrong, dayOf(days[0])] }))).toEqual([
      '2026-03-02 not-shown',
      '2026-03-03 shown-differs',
    ]);
  });
});
