import { type DeskServer, DeskWorld, startDeskServer } from '@parley/chat-core/fixtures';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { readAgentName } from '../../lib/agent-name.ts';
import { AgentNameSetting } from './AgentNameSetting.tsx';
import { LogInForm } from './LogInForm.tsx';

let server: DeskServer;
beforeEach(async () => {
  server = await startDeskServer(new DeskWorld());
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const field = () => screen.getByLabelText<HTMLInputElement>(/Your name/);
const write = (name: string) => fireEvent.change(field(), { target: { value: name } });

it('keeps the name with a login, and shows the last one before the next', async () => {
  const onDone = vi.fn();
  const logIn = () => {
    renderDesk(<LogInForm onDone={onDone} />, server);
    fireEvent.change(screen.getByLabelText('Account'), { target: { value: 'agent-7' } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Secret1' } });
  };
  logIn();
  write('Ana');
  expect(readAgentName(localStorage)).toBeUndefined();
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(readAgentName(localStorage)).toBe('Ana');
  cleanup();
  logIn();
  expect(field().value).toBe('Ana');
  write(' ');
  fireEvent.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(2));
  expect(readAgentName(localStorage)).toBeUndefined();
});

it('limits a name as the server does, and removes characters that change how it reads', () => {
  renderDesk(<AgentNameSetting />, server);
  write('Ana\u202E');
  expect([field().value, readAgentName(localStorage)]).toEqual(['Ana', 'Ana']);
  write('🙂'.repeat(40));
  expect(field().value).toBe('🙂'.repeat(30));
  expect(readAgentName(localStorage)).toBe('🙂'.repeat(30));
  localStorage.setItem('desk:name', 'x'.repeat(31));
  expect(readAgentName(localStorage)).toBeUndefined();
});
