// Runs before the first paint, as a separate file, because the page's policy forbids inline scripts. Sets the theme, so that
// users of the dark one see no white flash, the language, and whether a login page follows. Uses the same keys as
// packages/ui/src/{theme,locale} and packages/api-client/src/token-store.ts.
try {
  const page = document.documentElement;
  const theme =
    localStorage.getItem('theme') ?? (localStorage.getItem('isDark') === 'true' ? 'dark' : 'light');
  page.style.colorScheme = theme === 'dark' ? 'dark' : 'light';
  page.lang = localStorage.getItem('arco-locale') === 'en-US' ? 'en-US' : 'zh-CN';
  const [, audience = ''] = /^\/(desk|operator)(?=\/|$)/.exec(location.pathname) ?? [];
  const key = `${audience === '' ? '' : `${audience}:`}ACCESS_TOKEN`;
  if (localStorage.getItem(key) === null && !location.pathname.endsWith('/share'))
    page.dataset.startUp = 'entry';
} catch {
  // A browser that refuses storage has no stored choice.
}

// Reports an app whose code or texts don't load: the server is unreachable, or a cached page refers to files that a newer
// release has replaced. Reloads only on a click, so that a page that always fails doesn't reload for ever.
{
  // Texts by language, inserted by the build.
  const texts = {};
  const make = (name, text, parts = []) => {
    const element = document.createElement(name);
    element.textContent = text;
    element.append(...parts);
    return element;
  };
  const show = () => {
    // Removed as soon as the app has rendered something.
    const place = document.querySelector('.start-up');
    if (place === null || place.classList.contains('start-up-failed')) return;
    const { failed, failedHint, reload } = texts[document.documentElement.lang];
    const button = make('button', reload);
    button.onclick = () => location.reload();
    const words = make('div', '', [make('h1', failed), make('p', failedHint), button]);
    words.setAttribute('role', 'alert');
    place.removeAttribute('aria-hidden');
    place.classList.add('start-up-failed');
    place.replaceChildren(words);
  };
  const isOwn = ({ target, filename = '' }) =>
    target === window ? filename.startsWith(location.origin) : target.type === 'module';
  // Errors of missing scripts don't bubble, so only a capturing listener receives them.
  addEventListener('error', (event) => isOwn(event) && show(), true);
  addEventListener('unhandledrejection', show);
}
