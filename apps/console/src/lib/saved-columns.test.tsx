import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useHiddenColumns } from './saved-columns.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

const open = (table: string) => renderHook(() => useHiddenColumns(table)).result;

it('keeps each table’s own, over a reload, and leaves no trace of none', () => {
  const agents = open('agents');
  act(() => agents.current[1](['created']));
  const ports = open('ports');
  act(() => ports.current[1](['since', 'state']));
  expect(agents.current[0]).toEqual(['created']);
  expect(open('agents').current[0]).toEqual(['created']);
  expect(open('ports').current[0]).toEqual(['since', 'state']);
  act(() => agents.current[1]([]));
  expect(localStorage.getItem('columns')).toBe('{"ports":["since","state"]}');
  act(() => ports.current[1]([]));
  expect(localStorage.getItem('columns')).toBeNull();
});

it.each(['{', '7', 'null', '[]', '{"agents":"created"}', '{"agents":[1]}'])(
  'takes %s for nothing hidden',
  (stored) => {
    localStorage.setItem('columns', stored);
    expect(open('agents').current[0]).toEqual([]);
  },
);

it('goes on without a storage', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('QuotaExceededError');
  });
  const agents = open('agents');
  act(() => agents.current[1](['created']));
  expect(agents.current[0]).toEqual(['created']);
});
