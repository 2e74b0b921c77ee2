import { timedOutReason } from '@parley/api-client';
import { type DeskServer, DeskWorld, startDeskServer } from '@parley/chat-core/fixtures';
import { type SessionEnding, sessionEndings } from '@parley/contract/identity';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { LogInPage } from './LogInPage.tsx';

let server: DeskServer;
beforeEach(async () => {
  server = await startDeskServer(new DeskWorld());
});
afterEach(async () => {
  cleanup();
  await server.close();
});

function logInAs(username: string, password: string) {
  fireEvent.change(screen.getByLabelText('Account'), { target: { value: username } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
}

it('stores the tokens under the desk’s own keys and continues', async () => {
  const onDone = vi.fn();
  renderDesk(<LogInPage ending={null} onDone={onDone} />, server);
  logInAs('agent-7', 'Secret1');
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(localStorage.getItem('desk:ACCESS_TOKEN')).toBe('good');
  expect(localStorage.getItem('ACCESS_TOKEN')).toBeNull();
});

it.each([
  ['agent-7', 'wrong', 'Wrong login details'],
  ['stopped', 'Secret1', 'This account is disabled'],
])('shows %s with %s why the login failed', async (username, password, sentence) => {
  renderDesk(<LogInPage ending={null} onDone={() => undefined} />, server);
  logInAs(username, password);
  expect(await screen.findByText(sentence)).toBeTruthy();
});

it('moves the focus to the first invalid field', async () => {
  renderDesk(<LogInPage ending={null} onDone={() => undefined} />, server);
  logInAs('agent-7', '');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
});

// The keys of the table itself.
it.each(Object.keys(sessionEndings) as SessionEnding[])('shows why a session is over: %s', async (reason) => {
  const ending = { reason, sentence: sessionEndings[reason] };
  renderDesk(<LogInPage ending={ending} onDone={() => undefined} />, server);
  expect(await screen.findByText(sessionEndings[reason]['en-US'])).toBeTruthy();
});

it('reports an expired session when the server gave no reason', async () => {
  renderDesk(<LogInPage ending={timedOutReason} onDone={() => undefined} />, server);
  expect(await screen.findByText('Login timed out, please login again')).toBeTruthy();
});
