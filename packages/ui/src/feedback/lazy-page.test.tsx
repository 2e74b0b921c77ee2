import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { createLocale } from '../locale/create-locale.ts';
import { lazyPage } from './lazy-page.tsx';

/** Renders a page whose code loads when the test resolves it. */
function show() {
  const requests: PromiseWithResolvers<ComponentType>[] = [];
  const Page = lazyPage(
    () => {
      const request = Promise.withResolvers<ComponentType>();
      requests.push(request);
      return request.promise;
    },
    <p>on its way</p>,
  );
  render(
    <I18nextProvider i18n={createLocale({ 'zh-CN': {}, 'en-US': {} }, 'en-US')}>
      <nav>Menu</nav>
      <Page />
    </I18nextProvider>,
  );
  return requests;
}

const failure = new TypeError('Failed to fetch dynamically imported module');

it('offers a retry in place of a page whose code can’t be fetched, and keeps the frame', async () => {
  const requests = show();
  expect(screen.getByText('on its way')).toBeTruthy();
  requests[0]?.reject(failure);
  await screen.findByRole('heading', { name: 'Couldn’t load this' });
  expect(screen.getByText('Menu')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.resolve(() => <p>here</p>);
  expect(await screen.findByText('here')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('fetches a page’s missing code when the network returns', async () => {
  const requests = show();
  requests[0]?.reject(failure);
  await screen.findByRole('heading', { name: 'Couldn’t load this' });
  act(() => void window.dispatchEvent(new Event('online')));
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.resolve(() => <p>here</p>);
  expect(await screen.findByText('here')).toBeTruthy();
  window.dispatchEvent(new Event('online'));
  expect(requests).toHaveLength(2);
});
