import { createLocale, interfaceLanguageOf, readLanguage } from '@parley/ui';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/App.tsx';
import enUS from './app/locales/en-US.json' with { type: 'json' };
import zhCN from './app/locales/zh-CN.json' with { type: 'json' };
import { createDeskSession } from './app/session.ts';
import { createQueryClient } from './lib/query-client.ts';

const storage = window.localStorage;
const i18n = createLocale({ 'zh-CN': zhCN, 'en-US': enUS }, readLanguage(storage));
const session = createDeskSession({ storage, language: () => interfaceLanguageOf(i18n.language) });

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <BrowserRouter basename="/desk">
    <App i18n={i18n} session={session} queryClient={createQueryClient()} />
  </BrowserRouter>,
);
