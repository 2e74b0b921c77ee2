import { fireEvent, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { createLocale } from '../locale/create-locale.ts';
import { lazyPart } from './lazy-part.tsx';

type Code = ComponentType<{ days: number }>;

/** Renders a page with a part whose code loads when the test resolves it. */
function show() {
  const requests: PromiseWithResolvers<Code>[] = [];
  const Part = lazyPart<{ days: number }>(() => {
    const request = Promise.withResolvers<Code>();
    requests.push(request);
    return request.promise;
  });
  const { container } = render(
    <I18nextProvider i18n={createLocale({ 'zh-CN': {}, 'en-US': {} }, 'en-US')}>
      <p>Page</p>
      <Part days={7} />
    </I18nextProvider>,
  );
  return { container, request: (nth: number) => requests[nth] };
}

const Chart: Code = ({ days }) => <p>{days} days</p>;

it('shows a placeholder while its code is loading', async () => {
  const { container, request } = show();
  expect(container.querySelector('[aria-busy]')).toBeTruthy();
  request(0)?.resolve(Chart);
  expect(await screen.findByText('7 days')).toBeTruthy();
  expect(container.querySelector('[aria-busy]')).toBeNull();
});

it('offers a retry when its code can’t be fetched, and keeps the page', async () => {
  const { request } = show();
  request(0)?.reject(new TypeError('Failed to fetch dynamically imported module'));
  await screen.findByRole('button', { name: 'Reload the page' });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => request(1)).toBeTruthy();
  request(1)?.resolve(Chart);
  expect(await screen.findByText('7 days')).toBeTruthy();
  expect(screen.getByText('Page')).toBeTruthy();
});

it('shows its fallback until its code is loaded', async () => {
  const request = Promise.withResolvers<ComponentType>();
  const Part = lazyPart(() => request.promise, { fallback: <p>on its way</p> });
  render(<Part />);
  expect(screen.getByText('on its way')).toBeTruthy();
  request.resolve(() => <p>here</p>);
  expect(await screen.findByText('here')).toBeTruthy();
  expect(screen.queryByText('on its way')).toBeNull();
});
