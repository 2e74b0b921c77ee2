import { createLocale } from '@parley/ui';
import { fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { MoreMenu } from './MoreMenu.tsx';

it('returns the focus to its button when it is closed by Escape', async () => {
  render(
    <I18nextProvider i18n={createLocale({ 'zh-CN': {}, 'en-US': {} }, 'en-US')}>
      <MoreMenu label="More for Marta" items={[{ key: 'edit', label: 'Edit' }]} />
    </I18nextProvider>,
  );
  fireEvent.click(screen.getByLabelText('More for Marta'));
  const entry = await screen.findByRole('menuitem', { name: 'Edit' }, { timeout: 20_000 });
  entry.focus();
  // antd listens on the window, and closes the menu, which contains the focus, before it moves the focus.
  document.addEventListener('keydown', (event) => event.stopPropagation(), { once: true });
  fireEvent.keyDown(entry, { key: 'Escape', keyCode: 27 });
  expect(document.activeElement).toBe(screen.getByLabelText('More for Marta'));
});
