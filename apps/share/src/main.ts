/** `/workOrder/share?share=<token>`: shows shared work orders to the holders of the link. */
import './style.css';
import { createApi } from './lib/api.ts';
import { languageOf } from './lib/texts.ts';
import { createVisit, type VisitState } from './lib/visit.ts';
import { createPage } from './view/page.ts';

const token = new URLSearchParams(location.search).get('share') ?? '';
const passKey = `share-pass:${token}`;

/** Storage may be switched off: the page works without it. */
function stored(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}
function store(storage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // As above.
  }
}

const local = () => localStorage;
const tab = () => sessionStorage;

let language = languageOf(stored(local, 'share-language'), navigator.language);
let state: VisitState = { at: 'loading' };

function showTheme(): void {
  const chosen = stored(local, 'share-theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
}
function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

const visit = createVisit({
  // Bound, because the browser's fetch refuses to run as another object's method.
  api: createApi(token, window.fetch.bind(window)),
  now: Date.now,
  later(run, ms) {
    const timer = setTimeout(run, ms);
    return { cancel: () => clearTimeout(timer) };
  },
  passes: { get: () => stored(tab, passKey), set: (pass) => store(tab, passKey, pass) },
  changed(to) {
    state = to;
    page.show(to, language);
  },
});

const page = createPage(root, {
  enter: visit.enter,
  snapshots: visit.snapshots,
  switchLanguage() {
    language = language === 'zh-CN' ? 'en-US' : 'zh-CN';
    store(local, 'share-language', language);
    page.show(state, language);
  },
  switchTheme() {
    store(local, 'share-theme', isDark() ? 'light' : 'dark');
    showTheme();
  },
});

showTheme();
page.show(state, language);
document.addEventListener('visibilitychange', () => visit.seen(document.visibilityState === 'visible'));
window.addEventListener('online', () => visit.online());
void visit.start();
