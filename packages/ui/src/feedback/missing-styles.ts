/**
 * Fetches the page's style sheets again that could not be fetched: code that is imported again comes without its own,
 * which the bundler requests a single time. Rejects where one fails again.
 */
export async function fetchMissingStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const there = new Set(links.filter(({ sheet }) => hasRules(sheet)).map(({ href }) => href));
  const missing = new Set(links.map(({ href }) => href).filter((href) => !there.has(href)));
  await Promise.all([...missing].map(fetchStyle));
}

/** Chromium gives a style sheet that it could not fetch an empty one, others none, or one that can't be read. */
function hasRules(sheet: CSSStyleSheet | null): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}

async function fetchStyle(href: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  link.addEventListener('load', resolve);
  link.addEventListener('error', () => {
    link.remove();
    reject(new Error(`The style sheet ${href} can’t be fetched.`));
  });
  document.head.append(link);
  await promise;
}
