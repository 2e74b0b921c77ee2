import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { showChanged } from './show-changed.ts';

it('replaces a record in each page that contains it, and changes nothing else', () => {
  const cache = new QueryClient();
  const [one, two] = [
    { id: 'a', version: 1 },
    { id: 'b', version: 1 },
  ];
  cache.setQueryData(['records', 'page', 1], { list: [one, two], total: 3 });
  cache.setQueryData(['records', 'page', 2], { list: [two], total: 3 });
  cache.setQueryData(['records', 'names'], { list: [{ id: 'a', name: 'A' }] });
  const changed = { id: 'a', version: 2 };
  showChanged(cache, ['records', 'page'], changed);
  expect(cache.getQueryData(['records', 'page', 1])).toEqual({ list: [changed, two], total: 3 });
  expect(cache.getQueryData(['records', 'page', 2])).toEqual({ list: [two], total: 3 });
  expect(cache.getQueryData(['records', 'names'])).toEqual({ list: [{ id: 'a', name: 'A' }] });
});
