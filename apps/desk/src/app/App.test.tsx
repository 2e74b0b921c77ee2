import { type DeskServer, DeskWorld, startDeskServer } from '@parley/chat-core/fixtures';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const workspacePage = '../pages/workspace/WorkspacePage.tsx';

let server: DeskServer;
beforeEach(async () => {
  // An earlier file of this worker may have loaded the workspace. Here its code never arrives, as on a slow line.
  vi.resetModules();
  vi.doMock(workspacePage, () => new Promise(() => undefined));
  server = await startDeskServer(new DeskWorld());
});
afterEach(async () => {
  cleanup();
  vi.doUnmock(workspacePage);
  vi.resetModules();
  await server.close();
});

it('shows the workspace’s outline and connects after the login while its code is loading', async () => {
  const { englishLocale } = await import('../fixtures/render-desk.tsx');
  const { createQueryClient } = await import('../lib/query-client.ts');
  const { createDeskSession } = await import('./session.ts');
  const { App } = await import('./App.tsx');
  const { baseUrl } = server;
  // The page has the server's origin; only the simulated page can be navigated.
  const simulated = window as unknown as { happyDOM: { setURL(url: string): void } };
  simulated.happyDOM.setURL(baseUrl);
  const session = createDeskSession({ storage: localStorage, language: () => 'en-US', baseUrl });
  const start = vi.spyOn(session.desk.live, 'start');
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
  expect(start).toHaveBeenCalledOnce();
});
