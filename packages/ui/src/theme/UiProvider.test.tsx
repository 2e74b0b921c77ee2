import { render, screen } from '@testing-library/react';
import { Button } from 'antd';
import { expect, it } from 'vitest';
import { loadLocale } from '../locale/load-locale.ts';
import { UiProvider, useTheme } from './UiProvider.tsx';

function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  return <Button onClick={() => setTheme('dark')}>{theme}</Button>;
}

/** The class under which the variables stand that give `button` its colors. */
const scopeOf = (button: HTMLElement) => [...button.classList].find((name) => name.startsWith('theme-'));

it('keeps the colors of one theme from the elements of the other', async () => {
  const i18n = await loadLocale(
    { 'zh-CN': async () => ({ default: {} }), 'en-US': async () => ({ default: {} }) },
    'en-US',
  );
  render(
    <UiProvider i18n={i18n} storage={localStorage}>
      <ThemeSwitch />
    </UiProvider>,
  );
  const light = scopeOf(screen.getByRole('button', { name: 'light' }));
  screen.getByRole('button', { name: 'light' }).click();
  const dark = scopeOf(await screen.findByRole('button', { name: 'dark' }));
  expect([light, dark]).toEqual(['theme-light', 'theme-dark']);
});
