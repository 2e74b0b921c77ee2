import { interfaceLanguageOf, loadLocale, readLanguage } from '@parley/ui';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/App.tsx';
import { loadShell } from './app/load-shell.ts';
import { createQueryClient } from './lib/query-client.ts';
import { createSession, loadRealtime } from './lib/session.ts';
import { takeQuickLogin } from './lib/take-quick-login.ts';
import { loadScreenTexts } from './ui/ScreenTexts.tsx';

// Before anything is rendered or requested.
const quickLogin = takeQuickLogin(window.location, window.history);
const storage = window.localStorage;
const i18n = await loadLocale(
  {
    'zh-CN': () => import('./app/locales/zh-CN.json', { with: { type: 'json' } }),
    'en-US': () => import('./app/locales/en-US.json', { with: { type: 'json' } }),
  },
  readLanguage(storage),
);
const session = createSession({ storage, language: () => interfaceLanguageOf(i18n.language) });

// Loaded in parallel with the texts and the page's code; a failure is shown when the shell is rendered.
if (session.client.tokens.access() !== null)
  Promise.all([loadShell(), loadScreenTexts(i18n), loadRealtime()]).catch(() => undefined);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
// A transition renders in time slices, so that a slow phone stays responsive to touch.
startTransition(() =>
  createRoot(root).render(
    <BrowserRouter>
      <App
        i18n={i18n}
        session={session}
        queryClient={createQueryClient()}
        storage={storage}
        quickLogin={quickLogin}
      />
    </BrowserRouter>,
  ),
);
