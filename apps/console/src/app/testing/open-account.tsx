/** The console for tests of the account's screens: a fresh browser each time, and uploads under the test's hand. */
import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, vi } from 'vitest';
import type { ConsoleFetch } from '../../fixtures/console-fetch.ts';
import { type ConsoleWorld, emptyWorld } from '../../fixtures/console-world.ts';
import { uploadRequests } from '../../fixtures/upload-request.ts';
import { type OpenedConsole, openConsole } from './open-console.tsx';
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
    localStorage.clear();
    sessionStorage.clear();
    requests.made.length = 0;
  });
}

export type OpenedAccount = OpenedConsole & { world: ConsoleWorld };

/** A new owner's console, unless a world is given. */
export function openAccount(
  address: string,
  loggedIn: boolean,
  world: ConsoleWorld = emptyWorld(),
): OpenedAccount {
  return { ...openConsole(address, loggedIn, world), world };
}

/** At once instead of key by key: what a key does is the library's matter. */
export const enter = (field: HTMLElement, value: string) =>
  void fireEvent.change(field, { target: { value } });
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
/** The requests that begin so. */
export const asked = (server: ConsoleFetch, line: string) =>
  server.asked.filter((one) => one.startsWith(line));
