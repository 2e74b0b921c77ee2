import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createLocale } from '../locale/create-locale.ts';
import { UiProvider } from '../theme/UiProvider.tsx';
import { UpdateNotice } from './UpdateNotice.tsx';

const show = (minimum: string | null) =>
  render(
    <UiProvider i18n={createLocale({ 'zh-CN': {}, 'en-US': {} }, 'en-US')} storage={localStorage}>
      <UpdateNotice version="1.2.3" minimum={minimum} />
    </UiProvider>,
  );

it('asks for a reload when the build is older than the installation allows', () => {
  show('1.3.0');
  expect(screen.getByRole('status').textContent).toContain('1.3.0');
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
});

it.each([null, '1.2.3', '0.9.9'])('shows no notice for the minimum %s', (minimum) => {
  show(minimum);
  expect(screen.queryByRole('status')).toBeNull();
});
