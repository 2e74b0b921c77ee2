import { render, screen } from '@testing-library/react';
import { Button, ConfigProvider } from 'antd';
import { useContext } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { loadLocale } from '../locale/load-locale.ts';
import { UiProvider, useTheme } from './UiProvider.tsx';

function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  return <Button onClick={() => setTheme('dark')}>{theme}</Button>;
}

/** Returns the class that scopes the variables for the button's colors. */
const scopeOf = (button: HTMLElement) => [...button.classList].find((name) => name.startsWith('theme-'));

afterEach(() => {
  vi.restoreAllMocks();
});

const english = () =>
  loadLocale({ 'zh-CN': async () => ({ default: {} }), 'en-US': async () => ({ default: {} }) }, 'en-US');

it('keeps one theme’s colors from the other’s elements', async () => {
  render(
    <UiProvider i18n={await english()} storage={localStorage}>
      <ThemeSwitch />
    </UiProvider>,
  );
  const light = scopeOf(screen.getByRole('button', { name: 'light' }));
  screen.getByRole('button', { name: 'light' }).click();
  const dark = scopeOf(await screen.findByRole('button', { name: 'dark' }));
  expect([light, dark]).toEqual(['theme-light', 'theme-dark']);
});

function Motion() {
  const { theme, wave } = useContext(ConfigProvider.ConfigContext);
  return <output>{JSON.stringify([theme?.token?.motion, wave?.disabled])}</output>;
}

it.each([
  { chosen: 'less motion', matches: true, shown: [false, true] },
  { chosen: 'nothing', matches: false, shown: [true, false] },
])('moves as much as people want who have chosen $chosen', async ({ matches, shown }) => {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.defineProperty(matchMedia.call(window, query), 'matches', { value: matches }),
  );
  render(
    <UiProvider i18n={await english()} storage={localStorage}>
      <Motion />
    </UiProvider>,
  );
  expect(screen.getByRole('status').textContent).toBe(JSON.stringify(shown));
});
