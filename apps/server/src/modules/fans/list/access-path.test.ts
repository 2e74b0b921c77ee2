import { describe, expect, it } from 'vitest';
import { accessPathOf, type ListFacts } from './access-path.ts';

const facts = (rows: ListFacts['rows'], given: Partial<ListFacts> = {}): ListFacts => ({
  total: 5_000_000,
  rows,
  daysBoundOrder: true,
  bunched: false,
  lettered: 1,
  wanted: 51,
  ...given,
});

describe('the access path', () => {
  it('scans all types without a filter', () => {
    expect(accessPathOf(facts({}))).toMatchObject({ kind: 'scan', leader: 'types' });
  });

  it('scans the smallest of the filters', () => {
    const rows = { subAccounts: 40_000, platforms: 2_000_000, types: 3_000_000 };
    expect(accessPathOf(facts(rows))).toMatchObject({ kind: 'scan', leader: 'subAccounts' });
    expect(accessPathOf(facts({ ...rows, socialAccounts: 900 }))).toMatchObject({
      kind: 'scan',
      leader: 'socialAccounts',
    });
    expect(accessPathOf(facts({ platforms: 300 }))).toMatchObject({ kind: 'scan', leader: 'platforms' });
  });

  it('collects the matches of a rare search or tag, and scans for a frequent one', () => {
    expect(accessPathOf(facts({ search: 800 }))).toEqual({ kind: 'collect', by: 'search' });
    expect(accessPathOf(facts({ search: 300_000 }))).toMatchObject({ kind: 'scan', leader: 'types' });
    expect(accessPathOf(facts({ tags: 800 }))).toEqual({ kind: 'collect', by: 'tags' });
    expect(accessPathOf(facts({ tags: 60_000 }))).toMatchObject({ kind: 'scan', leader: 'types' });
  });

  it('scans for a rarer search if few texts have its letters', () => {
    expect(accessPathOf(facts({ search: 3_000 }))).toEqual({ kind: 'collect', by: 'search' });
    expect(accessPathOf(facts({ search: 3_000 }, { lettered: 0.02 }))).toMatchObject({
      kind: 'scan',
      leader: 'types',
    });
  });

  it('collects the matches of a tag if the days may be at the far end of the order', () => {
    const rows = { tags: 60_000, days: 400_000 };
    const other = { daysBoundOrder: false };
    expect(accessPathOf(facts(rows, other))).toMatchObject({ kind: 'scan', leader: 'types' });
    expect(accessPathOf(facts(rows, { ...other, bunched: true }))).toEqual({ kind: 'collect', by: 'tags' });
  });

  it('collects few days if the list is sorted differently', () => {
    const days = { daysBoundOrder: false };
    expect(accessPathOf(facts({ days: 7_000 }, days))).toEqual({ kind: 'collect', by: 'days' });
    expect(accessPathOf(facts({ days: 2_000_000 }, days))).toMatchObject({ kind: 'scan', leader: 'types' });
    expect(accessPathOf(facts({ days: 7_000 }))).toMatchObject({ kind: 'scan', leader: 'types' });
  });

  it('returns a path for a workspace without fans', () => {
    expect(accessPathOf(facts({ subAccounts: 0 }, { total: 0 })).kind).toBe('scan');
  });
});
