/** Files of messages: displayed ones, and ones about to be sent. */
import {
  type DeskServer,
  DeskWorld,
  sampleConversationId as here,
  sampleId,
  startDeskServer,
} from '@parley/chat-core/fixtures';
import 'fake-indexeddb/auto';
import type { MediaAttachment, Message } from '@parley/contract/conversations';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderChatPane } from '../../fixtures/render-chat-pane.tsx';

let world: DeskWorld;
let server: DeskServer;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  world = new DeskWorld();
  world.addConversation({ id: here });
  server = await startDeskServer(world);
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await server.close();
});

const show = (canSendFiles = true) => renderChatPane(world, server, { canSendFiles });
const field = () => screen.findByRole('textbox', { name: 'Your message' });
const shown = (facts: Partial<Message>) => world.write(here, { id: sampleId(90), original: '', ...facts });

describe('files', () => {
  const media: MediaAttachment = {
    type: 'media',
    fileId: sampleId(0xf1),
    state: 'ready',
    problem: null,
    name: 'dress.png',
    contentType: 'image/png',
    size: 1_234,
    width: 4,
    height: 3,
    durationMs: null,
    hasPreview: false,
  };

  it('shows a picture by a signed address, with its caption', async () => {
    shown({ kind: 'image', attachment: media, original: '¿Éste?' });
    show();
    const picture = await screen.findByRole('img', { name: 'dress.png' });
    expect(picture.getAttribute('src')).toBe(`/api/files/${media.fileId}?signature=s`);
    screen.getByText('¿Éste?');
    fireEvent.error(picture);
    fireEvent.click(await screen.findByRole('button', { name: 'Load again' }));
    await screen.findByRole('img', { name: 'dress.png' });
  });

  it('shows the preview of a large picture, which opens the picture itself', async () => {
    world.previews.add(media.fileId ?? '');
    shown({ kind: 'image', attachment: { ...media, hasPreview: true } });
    show();
    const picture = await screen.findByRole('img', { name: 'dress.png' });
    expect(picture.getAttribute('src')).toBe(`/api/files/${media.fileId}/preview?signature=s`);
    expect(picture.closest('a')?.getAttribute('href')).toBe(`/api/files/${media.fileId}?signature=s`);
  });

  it('offers a document as a download, with its size', async () => {
    shown({ kind: 'file', attachment: { ...media, name: 'a.pdf', contentType: 'application/pdf' } });
    show();
    const link = await screen.findByRole('link', { name: 'Download a.pdf' });
    expect(link.textContent).toBe('a.pdf');
    screen.getByText('1.2 kB');
    expect(link.getAttribute('download')).toBe('a.pdf');
  });

  it('names a failed medium with its reason, and offers to fetch it again', async () => {
    shown({ kind: 'image', attachment: { ...media, fileId: null, state: 'failed', problem: 'gone' } });
    show();
    await screen.findByText('The platform no longer has this file.');
    screen.getByText('dress.png');
    screen.getByRole('button', { name: 'Retry' });
  });

  it.each([
    ['is too large', 'too-large', 'The file is too large to be received.'],
    ['the platform had for a while', 'expired', 'The platform no longer offers this file.'],
  ] as const)('offers no second try for a medium that %s', async (_, problem, text) => {
    shown({ kind: 'image', attachment: { ...media, fileId: null, state: 'failed', problem } });
    show();
    await screen.findByText(text);
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('reserves a picture’s space before it loads', async () => {
    const large = { ...media, width: 1_280, height: 640 };
    shown({ kind: 'image', attachment: { ...large, fileId: null, state: 'fetching' } });
    world.write(here, { id: sampleId(91), original: '', kind: 'image', attachment: large });
    show();
    const room = 'width: 320px; aspect-ratio: 1280 / 640;';
    const picture = await screen.findByRole('img', { name: 'dress.png' });
    expect(picture.getAttribute('style')).toBe(room);
    expect(screen.getByText('Receiving…').parentElement?.getAttribute('style')).toBe(room);
  });

  it('shows contacts and places', async () => {
    shown({ kind: 'contact', attachment: { type: 'contact', name: 'Ana Ruiz', phones: ['+34 600'] } });
    const place = { latitude: 40.4, longitude: -3.7, name: 'Shop', address: null };
    world.write(here, {
      id: sampleId(91),
      original: '',
      kind: 'location',
      attachment: { type: 'location', ...place },
    });
    show();
    await screen.findByText('Ana Ruiz');
    screen.getByText('+34 600');
    const map = screen.getByRole('link', { name: 'Show on map' });
    expect(map.getAttribute('href')).toContain('mlat=40.4&mlon=-3.7');
  });

  it('attaches no files when the platform accepts none', async () => {
    show(false);
    expect(await screen.findByRole('button', { name: 'Attach files' })).toHaveProperty('disabled', true);
  });

  it('refuses a pasted file that no message may carry, and keeps the text', async () => {
    show();
    const area = await field();
    fireEvent.change(area, { target: { value: 'Look' } });
    const file = new File(['x'], 'a.exe', { type: 'application/x-msdownload' });
    fireEvent.paste(area, { clipboardData: { files: [file] } });
    await screen.findByText('This file type isn’t supported.');
    const remove = screen.getByRole('button', { name: 'Remove a.exe' });
    remove.focus();
    fireEvent.click(remove);
    await waitFor(() => expect(screen.queryByText('a.exe')).toBeNull());
    expect(area).toHaveProperty('value', 'Look');
    expect(document.activeElement).toBe(area);
  });

  it('shows the size limit of a picture, and how many files exceed the limit', async () => {
    show();
    const area = await field();
    const huge = new File(['x'], 'huge.png', { type: 'image/png' });
    Object.defineProperty(huge, 'size', { value: 21 * 1024 * 1024 });
    const files = Array.from({ length: 12 }, () => huge);
    fireEvent.paste(area, { clipboardData: { files } });
    expect(await screen.findAllByText('The file must not exceed 20 MB.')).toHaveLength(10);
    await screen.findByText('2 files were not attached: at most 10 wait at a time.');
  });
});
