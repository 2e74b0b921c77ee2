// Runs before the first paint, so that nobody who has chosen the dark theme sees a white page flash; a file of its own,
// because the page's policy takes no inline scripts. The same keys as in packages/ui/src/theme/stored-theme.ts.
try {
  const theme =
    localStorage.getItem('theme') ?? (localStorage.getItem('isDark') === 'true' ? 'dark' : 'light');
  document.documentElement.style.colorScheme = theme === 'dark' ? 'dark' : 'light';
} catch {
  // A browser that stores nothing has no choice stored.
}
