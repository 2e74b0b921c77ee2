import type { Page } from 'playwright-core';

type Chosen = { name: string; mimeType: string; buffer: Buffer };

/** One pixel. */
const base64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const picture: Chosen = {
  name: 'pot.png',
  mimeType: 'image/png',
  buffer: Buffer.from(base64, 'base64'),
};

/** Chooses files with the widget's button and the browser's file picker. */
export async function choose(page: Page, ...files: Chosen[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Attach' }).click();
  await (await chooser).setFiles(files);
}

/** Returns the width, in its own pixels, of each picture in the conversation. */
export function pictureWidths(page: Page): Promise<number[]> {
  const widths = `[...document.querySelector('parley-chat').shadowRoot.querySelectorAll('.log img')]
    .map((picture) => picture.naturalWidth)`;
  return page.evaluate<number[]>(widths);
}
