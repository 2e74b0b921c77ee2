import {
  type DeskServer,
  DeskWorld,
  sampleConversationId,
  startDeskServer,
} from '@parley/chat-core/fixtures';
import { getConversationSettings } from '@parley/contract/conversations';
import { focusManager } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { ConversationSettings } from './ConversationSettings.tsx';

let server: DeskServer;
beforeEach(async () => {
  server = await startDeskServer(new DeskWorld());
});
afterEach(async () => {
  cleanup();
  focusManager.setFocused(undefined);
  vi.restoreAllMocks();
  await server.close();
});

const address = getConversationSettings.path.replace(':conversationId', sampleConversationId);
const asked = () => server.requests.filter((request) => request.endsWith(address));
const ownSwitch = () => screen.findByRole('switch', { name: 'Custom settings for this conversation' });

it('keeps unsaved changes when the agent opens another page and returns', async () => {
  renderDesk(
    <ConversationSettings conversationId={sampleConversationId} onSaved={() => undefined} />,
    server,
  );
  fireEvent.click(await ownSwitch());
  const later = Date.now() + 3_600_000;
  vi.spyOn(Date, 'now').mockImplementation(() => later);
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(asked().map((request) => request.split(' ')[0])).toEqual(['GET', 'PUT']);
  expect((await ownSwitch()).getAttribute('aria-checked')).toBe('true');
});
