import { createLocale } from '@parley/ui';
import { fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { expect, it, vi } from 'vitest';
import { unsavedChangesHook } from './use-unsaved-changes-dialog.tsx';

let isOffline = true;
const useQuestion = unsavedChangesHook(async () => {
  if (isOffline) throw new TypeError('Failed to fetch dynamically imported module');
  return ({ onLeave }) => (
    <button type="button" onClick={onLeave}>
      Leave
    </button>
  );
});

function Page({ onLeft }: { onLeft: () => void }) {
  const [attempt, question] = useQuestion();
  return (
    <>
      <input aria-label="Name" />
      <button type="button" onClick={() => attempt(true, onLeft)}>
        Close
      </button>
      {question}
    </>
  );
}

it('keeps the page and its input when the confirmation can’t be loaded, and asks once it can', async () => {
  const left = vi.fn();
  render(
    <I18nextProvider i18n={createLocale({ 'zh-CN': {}, 'en-US': {} }, 'en-US')}>
      <Page onLeft={left} />
    </I18nextProvider>,
  );
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Spring' } });
  fireEvent.click(screen.getByText('Close'));
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Spring');
  isOffline = false;
  fireEvent.click(again);
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  expect(left).toHaveBeenCalledOnce();
});
