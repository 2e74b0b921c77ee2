import { ApiError } from '@parley/api-client';
import { UiProvider } from '@parley/ui';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyComponent } from '../lib/lazy-component.tsx';
import { PageBoundary } from './PageBoundary.tsx';
import { englishLocale, enUS } from './testing/texts.ts';

// React logs the errors that a boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const words = enUS.exception;
const refusal = (code: number) => new ApiError({ code, error: 'x', message: 'No.', requestId: 'req-0123' });

function show(problem: Error) {
  const trouble = { now: true };
  const Page = () => {
    if (trouble.now) throw problem;
    return <p>the page</p>;
  };
  render(
    <MemoryRouter>
      <UiProvider i18n={englishLocale()} storage={localStorage}>
        <PageBoundary>
          <Page />
        </PageBoundary>
      </UiProvider>
    </MemoryRouter>,
  );
  return trouble;
}
const heading = (name: string) => screen.findByRole('heading', { name }, { timeout: 30_000 });

it('shows a page’s failure with the request id, and the page again after a retry', async () => {
  const trouble = show(refusal(502));
  await heading(words[500].title);
  expect(screen.getByText('Request ID req-0123')).toBeTruthy();
  trouble.now = false;
  await userEvent.click(screen.getByRole('button', { name: words.retry }));
  expect(screen.getByText('the page')).toBeTruthy();
});

it('shows separate error pages for a missing permission and a missing record', async () => {
  show(refusal(403));
  await heading(words[403].title);
  expect(screen.queryByRole('button', { name: words.retry })).toBeNull();
  cleanup();
  show(refusal(404));
  await heading(words[404].title);
});

it('hides the details of a fault in the page’s own code', async () => {
  show(new TypeError('secret.internals is undefined'));
  await heading(words[500].title);
  expect(document.body.textContent).not.toMatch(/secret|Request/);
});

it('loads code that failed to load when the user retries', async () => {
  const gone = { now: true };
  const load = vi.fn(async () => {
    if (gone.now) throw new TypeError('Failed to fetch dynamically imported module');
    return () => <p>the page</p>;
  });
  const Page = lazyComponent(load);
  render(
    <MemoryRouter>
      <UiProvider i18n={englishLocale()} storage={localStorage}>
        <PageBoundary>
          <Suspense fallback={null}>
            <Page />
          </Suspense>
        </PageBoundary>
      </UiProvider>
    </MemoryRouter>,
  );
  await heading('Couldn’t load this');
  expect(load).toHaveBeenCalledTimes(1);
  gone.now = false;
  await userEvent.click(screen.getByRole('button', { name: words.retry }));
  await screen.findByText('the page');
});
