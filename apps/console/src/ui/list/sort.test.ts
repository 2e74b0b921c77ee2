import { describe, expect, it } from 'vitest';
import { nextOrder, orderOf, sortOf } from './sort.ts';
import { selectionLimit, withRows } from './use-selection.ts';

describe('order of a list', () => {
  it('cycles from ascending to descending and back to the default', () => {
    const standard = orderOf('createdAt.desc');
    const seen: (string | undefined)[] = [];
    let present = standard;
    for (let press = 0; press < 3; press += 1) {
      present = nextOrder({ sort: 'name' }, present, standard) ?? standard;
      seen.push(sortOf(present, 'createdAt.desc'));
    }
    expect(seen).toEqual(['name.asc', 'name.desc', undefined]);
  });

  it('alternates between ascending and descending on the default’s own column', () => {
    const standard = orderOf('createdAt.desc');
    const up = nextOrder({ sort: 'createdAt' }, standard, standard);
    expect(sortOf(up, 'createdAt.desc')).toBe('createdAt.asc');
    expect(sortOf(nextOrder({ sort: 'createdAt' }, up, standard), 'createdAt.desc')).toBeUndefined();
  });
});

it('refuses rows beyond the limit, and none that are selected already', () => {
  const rows = Array.from({ length: selectionLimit + 5 }, (_, at) => `row ${at}`);
  const first = withRows(new Map(), rows, (row) => row);
  expect([first.rows.size, first.refused]).toEqual([selectionLimit, 5]);
  expect(withRows(first.rows, rows.slice(0, 10), (row) => row).refused).toBe(0);
});
