/**
 * Retries the page's style sheets that could not be fetched: code that is imported again comes without its style
 * sheets, which the bundler requests only once. Rejects if one fails again.
 */
export async function fetchMissingStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(links.filter(({ sheet }) => isEmpty(sheet)).map(fetchAgain));
}

/** Chromium represents a style sheet that it could not fetch by an empty one, others by none or by one that can't be read. */
function isEmpty(sheet: CSSStyleSheet | null): boolean {
  try {
    return !sheet?.cssRules.length;
  } catch {
    return true;
  }
}

/** Leaves the original link in place, as it may still be loading. */
function fetchAgain(link: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const again = document.createElement('link');
    again.rel = 'stylesheet';
    again.href = link.href;
    again.onload = resolve;
    again.onerror = reject;
    link.after(again);
  });
}
