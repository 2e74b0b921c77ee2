import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type DeskServer, startDeskServer } from '../../fixtures/desk-server.ts';
import { DeskWorld } from '../../fixtures/desk-world.ts';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { LanguageQuestion } from './LanguageQuestion.tsx';

let server: DeskServer;
beforeEach(async () => {
  localStorage.clear();
  server = await startDeskServer(new DeskWorld());
});
afterEach(async () => {
  cleanup();
  await server.close();
});

it('presets the interface language, stores the answer on the server and asks no more', async () => {
  renderDesk(<LanguageQuestion />, server);
  const question = await screen.findByRole('region', { name: 'Which language do you read?' });
  expect(question.textContent).toContain('English');
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  expect(server.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
  cleanup();
  renderDesk(<LanguageQuestion />, server);
  await waitFor(() => expect(server.requests.filter((request) => request.startsWith('GET'))).toHaveLength(2));
  expect(screen.queryByRole('region')).toBeNull();
});
