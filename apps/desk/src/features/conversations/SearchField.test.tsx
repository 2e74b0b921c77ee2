import { UiProvider } from '@parley/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { englishLocale } from '../../fixtures/render-desk.tsx';
import { SearchField } from './SearchField.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const pieceFor = (search: string, onChange: (change: { search: string }) => void) => (
  <UiProvider i18n={englishLocale()} storage={localStorage}>
    <SearchField filters={{ search }} onChange={onChange} searchRef={null} />
  </UiProvider>
);

it('debounces the search, and keeps what is typed while results arrive', () => {
  const changes: { search: string }[] = [];
  const onChange = (change: { search: string }) => void changes.push(change);
  const { rerender } = render(pieceFor('', onChange));
  const field = screen.getByRole('searchbox');
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type('l');
  type('lu');
  vi.advanceTimersByTime(300);
  expect(changes).toEqual([{ search: 'lu' }]);
  type('luc');
  rerender(pieceFor('lu', onChange));
  expect(field).toHaveProperty('value', 'luc');
  vi.advanceTimersByTime(300);
  expect(changes).toEqual([{ search: 'lu' }, { search: 'luc' }]);
  rerender(pieceFor('luc', onChange));
  rerender(pieceFor('', onChange));
  expect(field).toHaveProperty('value', '');
});
