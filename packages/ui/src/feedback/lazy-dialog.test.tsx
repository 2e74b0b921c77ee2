import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { expect, it, vi } from 'vitest';
import { createLocale } from '../locale/create-locale.ts';
import { lazyDialog } from './lazy-dialog.tsx';

type Properties = { onClose: () => void; open?: boolean };
type Code = ComponentType<Properties>;

const Question: Code = ({ onClose }) => (
  <div role="dialog" aria-label="Delete it?">
    <button type="button" onClick={onClose}>
      Cancel
    </button>
  </div>
);

/** Renders a button that opens the dialog, whose code loads when the test resolves it. */
function show(options?: { drawer: boolean }) {
  const requests: PromiseWithResolvers<Code>[] = [];
  const load = vi.fn(() => {
    const request = Promise.withResolvers<Code>();
    requests.push(request);
    return request.promise;
  });
  const Dialog = lazyDialog(load, options);
  const Page = () => {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Delete
        </button>
        {open ? <Dialog onClose={() => setOpen(false)} /> : null}
      </>
    );
  };
  render(
    <I18nextProvider i18n={createLocale({ 'zh-CN': {}, 'en-US': {} }, 'en-US')}>
      <Page />
    </I18nextProvider>,
  );
  const press = () => fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  return { load, press, request: (nth: number) => requests[nth] };
}

const waiting = () => screen.queryByRole('dialog', { name: 'Loading…' });

it('shows a frame as soon as it is opened, and the dialog once its code is loaded', async () => {
  const { press, request } = show();
  press();
  expect(waiting()).not.toBeNull();
  expect(document.activeElement).toBe(waiting());
  request(0)?.resolve(Question);
  await screen.findByRole('dialog', { name: 'Delete it?' });
  expect(waiting()).toBeNull();
});

it('closes by Escape while its code is loading, and stays closed when it arrives', async () => {
  const { press, request, load } = show({ drawer: true });
  press();
  const frame = screen.getByRole('dialog', { name: 'Loading…' });
  fireEvent.keyDown(frame, { key: 'Escape' });
  request(0)?.resolve(Question);
  await load.mock.results[0]?.value;
  expect(screen.queryByRole('dialog')).toBeNull();
  press();
  await screen.findByRole('dialog', { name: 'Delete it?' });
});

it('stays open on the Escape that opened it, which browsers also treat as closing', async () => {
  const { press } = show();
  press();
  const frame = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Loading…' });
  const prevented = !fireEvent(frame, new Event('cancel', { cancelable: true }));
  // A browser in which the page can't prevent it closes the dialog.
  frame.close();
  await waitFor(() => expect(document.activeElement).toBe(waiting()));
  expect(prevented).toBe(true);
  fireEvent(frame, new Event('cancel', { cancelable: true }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('offers a retry when its code can’t be fetched', async () => {
  const { press, request, load } = show();
  press();
  request(0)?.reject(new TypeError('Failed to fetch dynamically imported module'));
  await screen.findByRole('dialog', { name: 'Couldn’t load this' });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  expect(waiting()).not.toBeNull();
  request(1)?.resolve(Question);
  await screen.findByRole('dialog', { name: 'Delete it?' });
});

it('shows no frame for a dialog that is rendered but not open', async () => {
  const load = vi.fn(async () => Question);
  const Dialog = lazyDialog(load);
  render(<Dialog open={false} onClose={() => undefined} />);
  expect(load).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBeNull();
  await screen.findByRole('dialog', { name: 'Delete it?' });
});
