import { describe, expect, it } from 'vitest';
import { pageNoOf, searchOf, withFilters } from './use-url-filters.ts';

const after = (before: string, patch: Parameters<typeof withFilters>[1]) =>
  withFilters(new URLSearchParams(before), patch).toString();

describe('filters in the URL', () => {
  it('starts at the first page when a filter changes', () => {
    expect(after('pageNo=4&search=a', { status: 'disabled' })).toBe('search=a&status=disabled');
  });

  it('keeps the filters when the page turns', () => {
    expect(after('search=a', { pageNo: 3 })).toBe('search=a&pageNo=3');
    expect(after('search=a&pageNo=3', { pageNo: 1 })).toBe('search=a');
  });

  it('leaves unset filters out of the URL', () => {
    expect(after('search=a&status=normal', { search: '', status: undefined })).toBe('');
  });

  it.each(['0', '-2', '1.5', 'x', '1e9', ''])('reads page %j as the first', (pageNo) => {
    expect(pageNoOf(new URLSearchParams({ pageNo }))).toBe(1);
  });

  it('truncates a search to the server’s limit', () => {
    expect(searchOf(new URLSearchParams({ search: ' x '.repeat(100) }))?.length).toBeLessThanOrEqual(100);
    expect(searchOf(new URLSearchParams({ search: '  ' }))).toBeUndefined();
  });
});
