import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { expect, it, vi } from 'vitest';
import { createLocale } from '../locale/create-locale.ts';
import { lazyPanel } from './lazy-panel.tsx';

type Code = ComponentType<{ onClose: () => void }>;

const Emoji: Code = () => <section aria-label="Emoji" />;

/** Renders a button that opens the panel, whose code loads when the test resolves it. */
function show() {
  const requests: PromiseWithResolvers<Code>[] = [];
  const load = vi.fn(() => {
    const request = Promise.withResolvers<Code>();
    requests.push(request);
    return request.promise;
  });
  const Panel = lazyPanel(load);
  const Page = () => {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
        {open ? <Panel onClose={() => setOpen(false)} /> : null}
      </>
    );
  };
  render(
    <I18nextProvider i18n={createLocale({ 'zh-CN': {}, 'en-US': {} }, 'en-US')}>
      <Page />
    </I18nextProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  return { load, request: (nth: number) => requests[nth] };
}

it('shows a frame as soon as it is opened, which Escape closes', async () => {
  show();
  const frame = screen.getByRole('region', { name: 'Loading…' });
  expect(document.activeElement).toBe(frame);
  fireEvent.keyDown(frame, { key: 'Escape' });
  expect(screen.queryByRole('region')).toBeNull();
});

it('offers a retry when its code can’t be fetched, and keeps the page', async () => {
  const { load, request } = show();
  request(0)?.reject(new TypeError('Failed to fetch dynamically imported module'));
  const frame = await screen.findByRole('region', { name: 'Couldn’t load this' });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(document.activeElement).toBe(frame);
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  request(1)?.resolve(Emoji);
  await screen.findByRole('region', { name: 'Emoji' });
  expect(screen.getByRole('button', { name: 'Open' })).toBeTruthy();
});
