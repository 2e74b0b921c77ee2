/** Shows media whose URLs expire while they are on the screen. */
import { type MediaAttachment, waveformSteps } from '@parley/contract/conversations';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLocale } from '../../locale/create-locale.ts';
import { AttachmentView } from './AttachmentView.tsx';
import { FileLinksProvider } from './file-links.tsx';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const minutes = 60_000;
const fileId = '0198c0de-0000-7000-8000-0000000000f1';

function show(contentType: string, given: Partial<MediaAttachment> = {}) {
  const media: MediaAttachment = {
    type: 'media',
    fileId,
    state: 'ready',
    problem: null,
    name: 'invoice',
    contentType,
    size: 3,
    width: null,
    height: null,
    durationMs: null,
    hasPreview: false,
    ...given,
  };
  let links = 0;
  const ask = vi.fn(async () => ({ url: `/file?${++links}`, previewUrl: null }));
  render(
    <I18nextProvider i18n={createLocale({ 'zh-CN': {}, 'en-US': {} }, 'en-US')}>
      <FileLinksProvider ask={ask}>
        <AttachmentView attachment={media} />
      </FileLinksProvider>
    </I18nextProvider>,
  );
  return ask;
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const target = () => screen.getAllByRole('link')[0]?.getAttribute('href');

it('replaces the URL of a document before it expires', async () => {
  const ask = show('application/pdf');
  await pass(0);
  expect(target()).toBe('/file?1');
  await pass(54 * minutes);
  expect(ask).toHaveBeenCalledTimes(1);
  await pass(2 * minutes);
  expect(target()).toBe('/file?2');
});

it('retries until it receives a new URL, and keeps the current one', async () => {
  const ask = show('application/pdf');
  await pass(0);
  ask.mockRejectedValueOnce(new Error('offline'));
  await pass(55 * minutes);
  expect(target()).toBe('/file?1');
  await pass(minutes);
  expect(target()).toBe('/file?2');
});

it('opens a picture by a new URL, and doesn’t load it again', async () => {
  show('image/png');
  await pass(0);
  await pass(55 * minutes);
  expect(target()).toBe('/file?2');
  expect(screen.getByRole('img').getAttribute('src')).toBe('/file?1');
});

it.each(['image/png', 'video/mp4', 'audio/ogg', 'application/pdf'])(
  'offers to save a file: %s',
  async (type) => {
    show(type);
    await pass(0);
    const link = screen.getByLabelText('Download invoice');
    expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual(['/file?1', 'invoice']);
    // Always uses a URL that is still valid.
    await pass(56 * minutes);
    expect(link.getAttribute('href')).toBe('/file?2');
  },
);

it('offers a download of a recording with a waveform', async () => {
  show('audio/ogg', { waveform: '4'.repeat(waveformSteps) });
  await pass(0);
  expect(screen.getByLabelText('Download invoice').getAttribute('href')).toBe('/file?1');
});

it('shows a placeholder for a picture that can’t be loaded, until a retry', async () => {
  show('image/png');
  await pass(0);
  fireEvent.error(screen.getByRole('img'));
  const note = document.querySelector('.broken-picture');
  expect(note?.textContent).toContain('invoice');
  fireEvent.click(screen.getByRole('button', { name: 'Load again' }));
  await pass(0);
  expect(screen.getByRole('img').getAttribute('src')).toBe('/file?1');
  expect(document.querySelector('.broken-picture')).toBeNull();
});

it.each([
  ['not-fetched', true],
  ['not-asked', false],
] as const)('shows a medium that isn’t here as a fault or not: %s', (problem, isFault) => {
  show('image/png', { state: 'failed', problem, fileId: null });
  expect(document.querySelector('.chat-problem') !== null).toBe(isFault);
});
