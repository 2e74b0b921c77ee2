import './base.css';
import { ConfigProvider } from 'antd';
import type { i18n as I18n } from 'i18next';
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { antdLocales } from '../locale/antd-locales.ts';
import { interfaceLanguageOf, writeLanguage } from '../locale/interface-language.ts';
import { applyTheme, type PreferenceStorage, readTheme, writeTheme } from './stored-theme.ts';
import { ToastProvider } from './ToastProvider.tsx';
import { type ThemeName, themes } from './tokens.ts';

type ThemeChoice = { theme: ThemeName; setTheme: (theme: ThemeName) => void };

const ThemeContext = createContext<ThemeChoice>({ theme: 'light', setTheme: () => undefined });

/** Returns the current theme and how to change it; the choice is kept for the next visit. */
export function useTheme(): ThemeChoice {
  return useContext(ThemeContext);
}

type Properties = {
  /** Created by `createLocale` or `loadLocale`. */
  i18n: I18n;
  /** Stores theme and language: the browser's `localStorage`. */
  storage: PreferenceStorage;
  children: ReactNode;
};

/** Provides theme, language and antd's messages to an app. */
export function UiProvider({ i18n, storage, children }: Properties) {
  return (
    <I18nextProvider i18n={i18n}>
      <Themed storage={storage}>{children}</Themed>
    </I18nextProvider>
  );
}

function prefersLessMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function Themed({ storage, children }: Omit<Properties, 'i18n'>) {
  const [theme, setTheme] = useState(() => readTheme(storage));
  const { i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);

  useLayoutEffect(() => applyTheme(document, theme), [theme]);
  useLayoutEffect(() => {
    document.documentElement.lang = language;
    writeLanguage(storage, language);
  }, [language, storage]);

  const config = useMemo(() => {
    const { token, ...rest } = themes[theme];
    // With one key for both themes, hidden pages that update later would keep the former colors in force.
    const cssVar = { key: `theme-${theme}` };
    return { ...rest, token: { ...token, motion: !prefersLessMotion() }, cssVar };
  }, [theme]);
  const choice = useMemo(
    () => ({
      theme,
      setTheme: (next: ThemeName) => {
        writeTheme(storage, next);
        setTheme(next);
      },
    }),
    [theme, storage],
  );

  return (
    <ThemeContext value={choice}>
      <ConfigProvider
        theme={config}
        locale={antdLocales[language]}
        wave={{ disabled: prefersLessMotion() }}
        button={{ autoInsertSpace: false }}
        form={{ requiredMark: false, scrollToFirstError: { focus: true } }}
      >
        <ToastProvider>{children}</ToastProvider>
      </ConfigProvider>
    </ThemeContext>
  );
}
