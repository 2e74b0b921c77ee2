import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { markIcon } from './favicon.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>';
const icon = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]');
beforeEach(() => {
  document.head.innerHTML = '<link rel="icon" href="https://desk.example/icon.svg">';
});
afterEach(() => {
  document.head.innerHTML = '';
});

it('draws a dot on the icon until all is read', async () => {
  const unmark = markIcon(document, async () => svg);
  await vi.waitFor(() => expect(decodeURIComponent(icon()?.href ?? '')).toContain('<circle'));
  expect(decodeURIComponent(icon()?.href ?? '')).toContain('<path d="M0 0"/>');
  unmark();
  expect(icon()?.href).toBe('https://desk.example/icon.svg');
});

it('leaves the icon unchanged when everything is read before the dot is drawn', async () => {
  const loaded = Promise.withResolvers<string>();
  markIcon(document, () => loaded.promise)();
  loaded.resolve(svg);
  await loaded.promise;
  expect(icon()?.href).toBe('https://desk.example/icon.svg');
});

it('leaves the icon unchanged when it can’t be loaded', async () => {
  const failed = Promise.reject(new Error('offline'));
  markIcon(document, () => failed);
  await failed.catch(() => undefined);
  expect(icon()?.href).toBe('https://desk.example/icon.svg');
});
