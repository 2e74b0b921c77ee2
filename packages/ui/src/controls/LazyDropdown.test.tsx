import { cleanup, fireEvent, render, screen } from '@testing-library/react';
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

it('shows a toast where a menu can’t be fetched, and opens the menu by the next click', async () => {
  const network = { gone: true };
  vi.doMock('antd/es/dropdown/index.js', async (importOriginal) => {
    if (network.gone) throw new TypeError('Failed to fetch dynamically imported module');
    return importOriginal();
  });
  vi.resetModules();
  const { LazyDropdown } = await import('./LazyDropdown.tsx');
  const { UiProvider } = await import('../theme/UiProvider.tsx');
  const { createLocale } = await import('../locale/create-locale.ts');
  render(
    <UiProvider i18n={createLocale({ 'zh-CN': {}, 'en-US': {} }, 'en-US')} storage={localStorage}>
      <LazyDropdown trigger={['click']} menu={{ items: [{ key: 'edit', label: 'Edit' }] }}>
        <button type="button">More</button>
      </LazyDropdown>
    </UiProvider>,
  );
  const more = screen.getByRole('button', { name: 'More' });
  fireEvent.click(more);
  await screen.findByText(/^Couldn’t load this\./, {}, { timeout: 20_000 });
  network.gone = false;
  fireEvent.click(more);
  await screen.findByRole('menuitem', { name: 'Edit' }, { timeout: 20_000 });
});

it('keeps the Enter that chooses an entry from reaching what it opens', async () => {
  const { LazyDropdown } = await import('./LazyDropdown.tsx');
  const choose = vi.fn();
  render(
    <LazyDropdown trigger={['click']} menu={{ items: [{ key: 'edit', label: 'Edit' }], onClick: choose }}>
      <button type="button">More</button>
    </LazyDropdown>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  const entry = await screen.findByRole('menuitem', { name: 'Edit' }, { timeout: 20_000 });
  // Its default action would press the newly focused button, and close a dialog again.
  const goesOn = fireEvent.keyDown(entry, { key: 'Enter', keyCode: 13, which: 13 });
  expect(choose).toHaveBeenCalledOnce();
  expect(goesOn).toBe(false);
});
