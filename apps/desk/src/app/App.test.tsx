import { type DeskServer, DeskWorld, startDeskServer } from '@parley/chat-core/fixtures';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { englishLocale } from '../fixtures/render-desk.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { App } from './App.tsx';
import { createDeskSession } from './session.ts';

// A line so slow that the workspace's code never arrives.
vi.mock('../pages/workspace/WorkspacePage.tsx', () => new Promise(() => undefined));

let server: DeskServer;
beforeEach(async () => {
  localStorage.clear();
  server = await startDeskServer(new DeskWorld());
});
afterEach(async () => {
  cleanup();
  await server.close();
});

it('shows the outline of the workspace after the login while its code is on its way', async () => {
  const { baseUrl } = server;
  // The page stands on the server's own origin; only the simulated page can be moved.
  const simulated = window as unknown as { happyDOM: { setURL(url: string): void } };
  simulated.happyDOM.setURL(baseUrl);
  const session = createDeskSession({ storage: localStorage, language: () => 'en-US', baseUrl });
  render(
    <MemoryRouter initialEntries={['/login']}>
      <App i18n={englishLocale()} session={session} queryClient={createQueryClient()} />
    </MemoryRouter>,
  );
  fireEvent.change(await screen.findByLabelText('Account'), {
    target: { value: 'agent-7' },
  });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Secret1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy();
  expect(screen.queryByLabelText('Account')).toBeNull();
});
