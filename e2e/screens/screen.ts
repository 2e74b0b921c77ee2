import type { Page } from 'playwright-core';

/** A screen to take a screenshot of. */
export type Screen = {
  name: string;
  path: string;
  /** Selector of an element that is there once the page is loaded. */
  whole: string;
  /** Prepares the page. */
  act?: (page: Page) => Promise<void>;
  /** The window's height in pixels, for contents taller than a screen. */
  height?: number;
};

/** The login page, and how to log in there. */
export type Entrance = Pick<Screen, 'name' | 'path' | 'whole'> & { username: string; password: string };
