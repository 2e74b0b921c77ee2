import { type DeskServer, DeskWorld, startDeskServer } from '@parley/chat-core/fixtures';
import { onlineManager, useQuery } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { meQuery } from '../../features/identity/me-query.ts';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { useDesk } from '../../lib/desk-context.tsx';
import { DeskHeader } from './DeskHeader.tsx';

let server: DeskServer;
beforeEach(async () => {
  server = await startDeskServer(new DeskWorld());
});
afterEach(async () => {
  onlineManager.setOnline(true);
  cleanup();
  vi.restoreAllMocks();
  await server.close();
});

const ignore = () => undefined;

function Header() {
  const me = useQuery(meQuery(useDesk().client));
  return me.data ? <DeskHeader me={me.data} onOpen={ignore} /> : null;
}

it('has a green dot only while the browser has a network and the socket is connected', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  const { connect } = renderDesk(<Header />, server);
  const dot = () => screen.getByRole('status').parentElement?.dataset.state;
  expect((await screen.findByRole('status')).textContent).toBe('Connecting');
  expect(dot()).toBe('connecting');
  connect();
  await waitFor(() => expect(dot()).toBe('online'));
  onLine.mockReturnValue(false);
  act(() => window.dispatchEvent(new Event('offline')));
  expect(dot()).toBe('offline');
  expect(screen.getByRole('status').textContent).toBe('No connection');
});
