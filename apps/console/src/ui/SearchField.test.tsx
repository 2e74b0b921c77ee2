import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SearchField } from './SearchField.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  window.history.replaceState(null, '', '/subpage/sonAccount');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show() {
  const onSearch = vi.fn();
  render(<SearchField value={undefined} onSearch={onSearch} label="Search accounts" />);
  fireEvent.change(screen.getByLabelText('Search accounts'), { target: { value: ' ana ' } });
  return onSearch;
}

it('searches after a debounce', () => {
  const onSearch = show();
  vi.advanceTimersByTime(299);
  expect(onSearch).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('ana');
});

it('stops searching when the user navigates to another page', () => {
  const onSearch = show();
  window.history.pushState(null, '', '/subpage/socialAccount');
  vi.advanceTimersByTime(1_000);
  expect(onSearch).not.toHaveBeenCalled();
});
