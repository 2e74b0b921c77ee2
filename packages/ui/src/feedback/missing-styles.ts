/**
 * Fetches the page's style sheets again that could not be fetched: code that is imported again comes without its own,
 * which the bundler requests a single time. Rejects where one fails again.
 */
export async function fetchMissingStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(links.filter(({ sheet }) => isEmpty(sheet)).map(fetchAgain));
}

/** Chromium gives a style sheet that it could not fetch an empty one, others none, or one that can't be read. */
function isEmpty(sheet: CSSStyleSheet | null): boolean {
  try {
    return !sheet?.cssRules.length;
  } catch {
    return true;
  }
}

/** The link itself stays: it may still be on its way. */
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
