import type { Page } from 'playwright-core';

/** A screen that a picture is taken of. */
export type Screen = {
  name: string;
  path: string;
  /** Stands there once the page is whole. */
  whole: string;
  /** Prepares the page. */
  act?: (page: Page) => Promise<void>;
  /** The height of the window in pixels, where the contents are longer than a screen. */
  height?: number;
};

/** The address of its login. */
export type Entrance = Pick<Screen, 'name' | 'path' | 'whole'> & { username: string; password: string };
