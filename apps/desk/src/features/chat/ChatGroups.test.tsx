import {
  type DeskServer,
  DeskWorld,
  sampleConversationId as here,
  sampleId,
  startDeskServer,
} from '@parley/chat-core/fixtures';
import 'fake-indexeddb/auto';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderChatPane } from '../../fixtures/render-chat-pane.tsx';

let world: DeskWorld;
let server: DeskServer;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  world = new DeskWorld();
  server = await startDeskServer(world);
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const show = () => renderChatPane(world, server);
const field = () => screen.findByRole('textbox', { name: 'Your message' });

describe('groups', () => {
  const ben = { id: sampleId(0x91), name: 'Ben', handle: null, role: 'member', present: true } as const;
  const sender = { id: ben.id, name: 'Ben' };
  beforeEach(() => {
    world.addConversation({ id: here, kind: 'group', fan: null, title: 'Taller' });
    world.members = [ben, { ...ben, id: sampleId(0x92), name: 'Bea', handle: 'bea_t' }];
  });

  it('names the writer once for consecutive messages, and marks mentions', async () => {
    world.write(here, {
      id: sampleId(1),
      sender,
      original: 'Shop, hello',
      mentions: [{ start: 0, length: 4, memberId: null }],
    });
    world.write(here, { id: sampleId(2), sender, original: 'Are you there?' });
    show();
    await screen.findByText('Are you there?');
    expect(document.querySelectorAll('.chat-sender')).toHaveLength(1);
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Shop']);
  });

  it('suggests members after an at sign, to be chosen by keys', async () => {
    show();
    const area = await field();
    fireEvent.change(area, { target: { value: 'Hi @be', selectionStart: 6 } });
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      'Ben',
      'Bea@bea_t',
    ]);
    fireEvent.keyDown(area, { key: 'ArrowDown' });
    fireEvent.keyDown(area, { key: 'Enter' });
    expect(area).toHaveProperty('value', 'Hi @bea_t ');
    expect(screen.queryByRole('listbox')).toBeNull();
  });
});
