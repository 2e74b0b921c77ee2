/** Runs with the elements of a page. */
import { afterEach, expect, test, vi } from 'vitest';
import { attachmentBubble } from './attachment.ts';

const media = {
  type: 'media' as const,
  fileId: 'f',
  state: 'ready' as const,
  problem: null,
  name: 'factura.pdf',
  contentType: 'application/pdf',
  size: 3,
  width: null,
  height: null,
  durationMs: null,
  hasPreview: false,
};
const words = {
  file: 'Archivo',
  retry: 'Reintentar',
  unsendable: '',
  tooLarge: '',
};

const page = document.createElement('main');
afterEach(() => {
  vi.useRealTimers();
  page.remove();
});

test('opens a file hours later by a valid URL', async () => {
  vi.useFakeTimers();
  let given = 0;
  const ask = vi.fn(async () => ({ url: `https://chat.example/${++given}`, previewUrl: null }));
  const bubble = attachmentBubble(media, words, ask);
  page.append(bubble);
  document.body.append(page);
  const opened: string[] = [];
  page.addEventListener('click', (event) => {
    if (!event.defaultPrevented && event.target instanceof HTMLAnchorElement) opened.push(event.target.href);
    event.preventDefault();
  });
  const press = async () => {
    bubble.querySelector('a')?.click();
    await vi.advanceTimersByTimeAsync(0);
  };
  await vi.advanceTimersByTimeAsync(0);
  await press();
  vi.advanceTimersByTime(3 * 3_600_000);
  await press();
  await press();
  expect(opened.map((url) => url.at(-1))).toEqual(['1', '2', '2']);
});
