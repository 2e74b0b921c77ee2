import type { Page } from 'playwright-core';

const limitMs = 60_000;

/** Looks again and again until there is something to see; where vitest's own polling isn't at hand. */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = Date.now() + limitMs;
  while (Date.now() < end) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${what}: not within ${limitMs / 1000} seconds`);
}

/** The widget's animations run in a tree of its own. */
const atRest = `[...document.querySelectorAll('.ant-skeleton-active, .ghost, [aria-busy=true]')]
  .every((element) => !element.checkVisibility()) &&
  [document, document.querySelector('parley-chat')?.shadowRoot ?? []].flatMap((tree) => tree.getAnimations?.() ?? [])
    .every((animation) => animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity)`;

/** Everything is loaded and nothing fades or slides any more: colors and places are those that stay. */
export async function settled(page: Page): Promise<void> {
  await until('the page comes to rest', async () => (await page.evaluate<boolean>(atRest)) || undefined);
}
