import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { found } from '../../app/testing/page-harness.tsx';
import { renderPage } from '../../app/testing/render-page.tsx';
import { enUS } from '../../app/testing/texts.ts';
import { ErrorPage, Forbidden, LooseNotFound, NotFound, ServerError } from './ErrorPage.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const texts = enUS.exception;
const retry = () => screen.queryByRole('button', { name: texts.retry });

it.each([
  [403, <Forbidden key="403" />, true],
  [404, <LooseNotFound key="loose" />, false],
  [404, <NotFound key="404" />, false],
  [500, <ServerError key="500" />, true],
] as const)('explains %i and leads home', async (status, page, alarming) => {
  renderPage(page, { at: `/exception/${status}`, answers: [] });
  expect(await screen.findByRole('heading', { name: texts[status].title, level: 1 }, found)).toBeTruthy();
  expect(screen.getByText(texts[status].hint)).toBeTruthy();
  expect(screen.getByRole('link', { name: texts.home }).getAttribute('href')).toBe('/workplace/home');
  expect(screen.queryByRole('alert') !== null, 'is read aloud at once').toBe(alarming);
  expect(retry() !== null, 'can be tried again').toBe(status === 500);
});

it('shows the id of the failed request, and retries', async () => {
  const onRetry = vi.fn();
  const { user } = renderPage(<ErrorPage status={500} requestId="req-0123" onRetry={onRetry} />, {
    at: '/exception/500',
    answers: [],
  });
  expect(await screen.findByText('Request ID req-0123', {}, found)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: texts.copyRequestId }));
  expect(await navigator.clipboard.readText()).toBe('req-0123');
  await user.click(screen.getByRole('button', { name: texts.retry }));
  expect(onRetry).toHaveBeenCalledTimes(1);
});

it('goes back from the error page’s path', async () => {
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => undefined);
  const { user } = renderPage(<ServerError />, { at: '/exception/500', answers: [] });
  await user.click(await screen.findByRole('button', { name: texts.retry }, found));
  expect(back).toHaveBeenCalledTimes(1);
});
