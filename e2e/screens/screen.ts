import type { Page } from 'playwright-core';

/** A screen that a picture is taken of. */
export type Screen = {
  name: string;
  path: string;
  /** Stands there once the page is whole. */
  whole: string;
  /** What is done before. */
  act?: (page: Page) => Promise<void>;
  /** Of the window, in pixels, where what is shown is longer than a screen is high. */
  height?: number;
};

/** Where one logs in. */
export type Entrance = Pick<Screen, 'name' | 'path' | 'whole'> & { username: string; password: string };
