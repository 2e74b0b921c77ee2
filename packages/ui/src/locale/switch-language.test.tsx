import { render, screen } from '@testing-library/react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { expect, it } from 'vitest';
import { loadLocale, switchLanguage } from './load-locale.ts';

function Greeting() {
  const { t, i18n } = useTranslation();
  return (
    <button type="button" onClick={() => void switchLanguage(i18n, 'en-US')}>
      {t('greeting')}
    </button>
  );
}

it('shows the texts of a language that had to be fetched first', async () => {
  const i18n = await loadLocale(
    {
      'zh-CN': async () => ({ default: { greeting: '你好' } }),
      'en-US': async () => ({ default: { greeting: 'Hello' } }),
    },
    'zh-CN',
  );
  render(
    <I18nextProvider i18n={i18n}>
      <Greeting />
    </I18nextProvider>,
  );
  screen.getByRole('button', { name: '你好' }).click();
  expect(await screen.findByRole('button', { name: 'Hello' })).toBeTruthy();
});
