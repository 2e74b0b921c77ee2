import { interfaceLanguageOf, loadLocale, readLanguage } from '@parley/ui';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/App.tsx';
import { createDeskSession } from './app/session.ts';
import { createQueryClient } from './lib/query-client.ts';

const storage = window.localStorage;
const i18n = await loadLocale(
  {
    'zh-CN': async () => ({ default: (await import('./lib/texts/chinese.ts')).texts }),
    'en-US': async () => ({ default: (await import('./lib/texts/english.ts')).texts }),
  },
  readLanguage(storage),
);
const session = createDeskSession({ storage, language: () => interfaceLanguageOf(i18n.language) });

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
// A transition renders in small steps, so that a slow phone responds to touch in between.
startTransition(() =>
  createRoot(root).render(
    // Conversations render without transitions: each of their small steps would cost a frame of the whole page.
    <BrowserRouter basename="/desk" useTransitions={false}>
      <App i18n={i18n} session={session} queryClient={createQueryClient()} />
    </BrowserRouter>,
  ),
);
