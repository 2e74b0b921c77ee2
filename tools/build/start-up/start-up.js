// Runs before the first paint, as a separate file, because the page's policy forbids inline scripts. Sets the theme, so
// that users of the dark one see no white flash, the language, and whether a login page will come. The same keys as in
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
  // A browser that stores nothing has no choice stored.
}
