/** For tests of forms: a browser with empty storage for each test, and controllable uploads. */
import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, vi } from 'vitest';
import type { FakeFetch } from '../../lib/testing/fake-fetch.ts';
import { uploadRequests } from '../../lib/testing/upload-request.ts';
import { enUS } from './texts.ts';

/** The English texts, for comparison in tests. */
export const texts = enUS;
export const requests = uploadRequests();

/** Gives each test of a file a browser with empty storage. */
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

/** Sets the whole value at once: single keystrokes are antd's responsibility. */
export const enter = (field: HTMLElement, value: string) =>
  void fireEvent.change(field, { target: { value } });
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
/** Returns the requests that start with this text. */
export const requestsTo = (server: FakeFetch, line: string) =>
  server.asked.filter((one) => one.startsWith(line));
