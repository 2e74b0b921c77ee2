import { afterEach, expect, it, vi } from 'vitest';
import { fetchMissingStyles } from './missing-styles.ts';

afterEach(() => vi.restoreAllMocks());

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** Adds a style sheet to the page, which the simulated page doesn't fetch. */
function sheetAt(path: string, sheet: CSSStyleSheet | null): void {
  const link = document.createElement('link');
  link.setAttribute('rel', 'stylesheet');
  link.setAttribute('href', path);
  Object.defineProperty(link, 'sheet', { value: sheet });
  vi.spyOn(document, 'querySelectorAll').mockReturnValue(Object([link]));
}

/** Completes the requests of new style sheets. */
function answer(how: 'load' | 'error'): string[] {
  const requested: string[] = [];
  vi.spyOn(HTMLLinkElement.prototype, 'after').mockImplementation((link) => {
    if (!(link instanceof HTMLLinkElement)) return;
    requested.push(link.getAttribute('href') ?? '');
    queueMicrotask(() => link.dispatchEvent(new Event(how)));
  });
  return requested;
}

it.each([
  ['missing', null],
  ['empty, as after a failure in Chromium', sheetOf('')],
])('fetches a style sheet again that is %s', async (_, sheet) => {
  sheetAt('https://parley.test/assets/a.css', sheet);
  const requested = answer('load');
  await fetchMissingStyles();
  expect(requested).toEqual(['https://parley.test/assets/a.css']);
});

it('leaves loaded style sheets alone', async () => {
  sheetAt('https://parley.test/assets/a.css', sheetOf('p { color: red }'));
  const requested = answer('load');
  await fetchMissingStyles();
  expect(requested).toEqual([]);
});

it('rejects when a style sheet fails again', async () => {
  sheetAt('https://parley.test/assets/a.css', null);
  answer('error');
  await expect(fetchMissingStyles()).rejects.toBeTruthy();
});
