/** Starts a page: determines token, pass, language and theme, and creates the visit that polls and renders. */
import { languageOf, type ShareLanguage } from './texts.ts';
import { createVisit, type LinkApi, type PageVisit, type VisitState } from './visit.ts';

/** Storage may be disabled: the page works without it. */
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
    // Storage is disabled.
  }
}

/** Returns a parameter of the page's URL; null if it is absent. */
export const parameterOf = (name: string) => new URLSearchParams(location.search).get(name);

const local = () => localStorage;
const tab = () => sessionStorage;

/** A visitor's choices, which the browser keeps across visits. */
export const choices = {
  get: (name: string) => stored(local, `share-${name}`),
  set: (name: string, value: string) => store(local, `share-${name}`, value),
};

function showTheme(): void {
  const chosen = choices.get('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
}
function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}

type Switches = { switchLanguage(): void; switchTheme(): void };
type Page<View> = { show(state: VisitState<View>, language: ShareLanguage): void };

type Parts<View, Api extends LinkApi<View>> = {
  createApi(token: string, fetch: typeof globalThis.fetch): Api;
  createPage(root: HTMLElement, parts: Switches & { visit: PageVisit<View>; api: Api }): Page<View>;
};

export function startPage<View, Api extends LinkApi<View>>({
  createApi,
  createPage,
}: Parts<View, Api>): void {
  const token = parameterOf('share') ?? '';
  const passKey = `share-pass:${token}`;
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no #root');
  let language = languageOf(choices.get('language'), navigator.language);
  let state: VisitState<View> = { at: 'loading' };
  // Bound, because the browser's fetch refuses to run as another object's method.
  const api = createApi(token, window.fetch.bind(window));
  const visit = createVisit<View>({
    api,
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
    visit,
    api,
    switchLanguage() {
      language = language === 'zh-CN' ? 'en-US' : 'zh-CN';
      choices.set('language', language);
      page.show(state, language);
    },
    switchTheme() {
      choices.set('theme', isDark() ? 'light' : 'dark');
      showTheme();
    },
  });
  showTheme();
  page.show(state, language);
  document.addEventListener('visibilitychange', () => visit.seen(document.visibilityState === 'visible'));
  window.addEventListener('online', () => visit.online());
  void visit.start();
}
