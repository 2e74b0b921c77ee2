/** Measures how long a page in Chromium takes, by scripts in the page itself. */
import { until } from '@parley/testing';
import type { Page } from 'playwright-core';

/** The selectors of the measured elements, on the desk and on the bare page. */
export type Parts = { list: string; row: string; pane: string; message: string; field: string };

/** Frames of a scroll: their number per second, and the longest time between two, in ms. */
export type Scroll = { perSecond: number; longest: number };

const quoted = (value: string | number) => JSON.stringify(value);

/**
 * Returns the milliseconds from a click to the first paint that shows messages, by the page's own clock: from the event to the
 * frame after the one in which they are in the document.
 */
export async function openByClick(page: Page, link: string, message: string): Promise<number> {
  await page.locator(link).waitFor();
  return page.evaluate<number>(`new Promise((resolve) => {
    const began = performance.now();
    const look = () => {
      if (document.querySelector(${quoted(message)}) === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    };
    document.querySelector(${quoted(link)}).click();
    requestAnimationFrame(look);
  })`);
}

/** Scrolls by `by` pixels per frame for some seconds, and counts the frames. */
export function scroll(page: Page, selector: string, by: number, seconds: number): Promise<Scroll> {
  return page.evaluate<Scroll>(`new Promise((resolve) => {
    const element = document.querySelector(${quoted(selector)});
    const began = performance.now();
    let [before, frames, longest] = [began, 0, 0];
    const step = (now) => {
      if (frames > 0) longest = Math.max(longest, now - before);
      before = now;
      frames += 1;
      element.scrollBy(0, ${by});
      if (now - began < ${seconds * 1000}) requestAnimationFrame(step);
      else resolve({ perSecond: (frames / (now - began)) * 1000, longest });
    };
    requestAnimationFrame(step);
  })`);
}

/** Returns the milliseconds from each key to the next paint, while typing at an agent's pace. */
export async function keysToPaint(page: Page, field: string, keys: number): Promise<number[]> {
  await page.locator(field).focus();
  await page.evaluate(`{
    window.keyTimes = [];
    window.addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => setTimeout(() => keyTimes.push(performance.now() - timeStamp)));
    }, { capture: true });
  }`);
  for (let key = 0; key < keys; key += 1)
    await page.keyboard.press('abcdefgh '[key % 9] ?? 'a', { delay: 40 });
  await until('all keys are painted', async () => (await page.evaluate<number>('keyTimes.length')) >= keys);
  return page.evaluate<number[]>('keyTimes');
}

/** Scrolls to the end of the list until `rows` rows are loaded; only the visible ones need to be in the document. */
export async function loadList(page: Page, { list, row }: Parts, rows: number): Promise<void> {
  const count = () =>
    page.evaluate<number>(`{
      const drawn = [...document.querySelectorAll(${quoted(row)})];
      Number(drawn.at(-1)?.getAttribute('aria-posinset') ?? drawn.length);
    }`);
  for (let loaded = await count(); loaded < rows; ) {
    const before = loaded;
    await until('more rows are loaded', async () => {
      await page.evaluate(`{
        const element = document.querySelector(${quoted(list)});
        element.scrollTo(0, element.scrollHeight);
      }`);
      loaded = await count();
      return loaded > before;
    });
  }
}
