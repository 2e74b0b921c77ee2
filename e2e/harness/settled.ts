import { until } from '@parley/testing';
import type { Page } from 'playwright-core';

/** Also covers the widget's animations, which run in its shadow tree. */
const atRest = `[...document.querySelectorAll('.ant-skeleton-active, .ghost, [aria-busy=true]')]
  .every((element) => !element.checkVisibility()) &&
  [document, document.querySelector('parley-chat')?.shadowRoot ?? []].flatMap((tree) => tree.getAnimations?.() ?? [])
    .every((animation) => animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity)`;

/** Waits until everything is loaded and no animation is running, so that colors and positions are final. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await until('a page without loading or animation', () => page.evaluate<boolean>(atRest), 60_000, 50);
}
