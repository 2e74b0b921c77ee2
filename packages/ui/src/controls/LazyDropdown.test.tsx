import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.doUnmock('antd/es/dropdown/index.js');
  vi.resetModules();
});

it('fetches the menu’s code once while the page fetches nothing else', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('PerformanceObserver', undefined);
  const fetchCode = vi.fn(() => ({ default: () => null }));
  vi.doMock('antd/es/dropdown/index.js', fetchCode);
  vi.resetModules();
  const { LazyDropdown } = await import('./LazyDropdown.tsx');
  render(
    <>
      <LazyDropdown>
        <button type="button">First</button>
      </LazyDropdown>
      <LazyDropdown>
        <button type="button">Second</button>
      </LazyDropdown>
    </>,
  );
  expect(screen.getAllByRole('button')).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_900);
  expect(fetchCode).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  await vi.waitFor(() => expect(fetchCode).toHaveBeenCalledOnce());
});
