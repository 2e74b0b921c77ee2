import { type DeskServer, DeskWorld, sampleId, startDeskServer } from '@parley/chat-core/fixtures';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { ChatServicesProvider } from './ChatServices.tsx';
import { UndeliveredTexts } from './UndeliveredTexts.tsx';

let server: DeskServer;
beforeEach(async () => {
  server = await startDeskServer(new DeskWorld());
});
afterEach(async () => {
  cleanup();
  await server.close();
});

it('sends nothing to a conversation that has left the sub-account, and shows the text until it is discarded', async () => {
  const entry = {
    id: sampleId(1),
    conversationId: sampleId(0xdead),
    text: 'On its way',
    mode: 'original',
    at: 1,
  };
  const key = `desk:outbox:${sampleId(2)}:${entry.id}`;
  localStorage.setItem(key, JSON.stringify({ ...entry, refusal: null }));
  renderDesk(
    <ChatServicesProvider subAccountId={sampleId(2)}>
      <UndeliveredTexts />
    </ChatServicesProvider>,
    server,
  ).connect();
  const shown = await screen.findByRole('alert');
  expect(shown.textContent).toContain('On its way');
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(localStorage.getItem(key)).toBeNull();
});
