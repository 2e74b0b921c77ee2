/** For tests of forms: a browser that has stored nothing each time, and uploads under the test's hand. */
import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, vi } from 'vitest';
import type { FakeFetch } from '../../lib/testing/fake-fetch.ts';
import { uploadRequests } from '../../lib/testing/upload-request.ts';
import { enUS } from './texts.ts';

/** The English texts, as the tests compare them. */
export const texts = enUS;
export const requests = uploadRequests();

/** For a file of tests: each begins in a browser that has stored nothing. */
export function inFreshBrowser(): void {
  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory());
    vi.stubGlobal('isSecureContext', true);
    vi.stubGlobal('XMLHttpRequest', requests.Request);
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    requests.made.length = 0;
  });
}

/** At once instead of key by key: what a key does is the library's matter. */
export const enter = (field: HTMLElement, value: string) =>
  void fireEvent.change(field, { target: { value } });
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
/** The requests that begin so. */
export const asked = (server: FakeFetch, line: string) => server.asked.filter((one) => one.startsWith(line));
