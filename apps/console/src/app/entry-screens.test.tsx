/** The screens of a logged-out user: login, registration, password reset and agreements. */
import { errorMessage } from '@parley/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { emptyWorld } from './testing/console-world.ts';
import { button, enter, inFreshBrowser, requestsTo, texts } from './testing/fresh-browser.ts';
import { found, type OpenedConsole, openConsole, waitForAddress } from './testing/open-console.tsx';

inFreshBrowser();

const openAccount = (address: string) => {
  const world = emptyWorld();
  return { ...openConsole(address, false, world), world };
};

describe('login', () => {
  const logIn = async (user: OpenedConsole['user'], remember: boolean) => {
    enter(await screen.findByLabelText('E-mail', {}, found), 'owner@example.com');
    enter(screen.getByLabelText('Password'), 'Secret1');
    if (remember) await user.click(screen.getByRole('checkbox', { name: texts.identity.remember }));
    await user.click(button('Log in'));
    await waitForAddress('/workplace/home');
  };

  it('remembers a login on request, without the password in plain text, and forgets it again', async () => {
    const first = openAccount('/login');
    await logIn(first.user, true);
    expect(localStorage.getItem('loginForm')).toContain('owner@example.com');
    expect(localStorage.getItem('loginForm')).not.toContain('Secret1');
    await first.session.logOut();
    cleanup();

    const second = openAccount('/login');
    await waitFor(
      () => expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('Secret1'),
      found,
    );
    expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('owner@example.com');
    await second.user.click(screen.getByRole('checkbox', { name: texts.identity.remember }));
    await second.user.click(button('Log in'));
    await waitForAddress('/workplace/home');
    expect(localStorage.getItem('loginForm')).toBeNull();
  });

  it('remembers no login unasked, and explains without TLS why remembering is not offered', async () => {
    const { user, session } = openAccount('/login');
    await logIn(user, false);
    expect(localStorage.getItem('loginForm')).toBeNull();
    await session.logOut();
    cleanup();
    vi.stubGlobal('isSecureContext', false);
    openAccount('/login');
    await screen.findByLabelText('E-mail', {}, found);
    expect(screen.queryByRole('checkbox', { name: texts.identity.remember })).toBeNull();
    expect(screen.getByText(`“${texts.identity.remember}” needs https`)).toBeTruthy();
  });

  it('opens both agreements in separate tabs', async () => {
    openAccount('/login');
    const service = await screen.findByRole('link', { name: 'service agreement' }, found);
    const privacy = screen.getByRole('link', { name: 'privacy policy' });
    for (const [link, path] of [
      [service, '/agreement/service'],
      [privacy, '/agreement/privacy'],
    ] as const) {
      expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([path, '_blank']);
    }
  });
});

describe('registration', () => {
  async function fill(values: Partial<Record<string, string>> = {}): Promise<void> {
    const all = {
      'E-mail': 'new@example.com',
      'Verification code': '123456',
      'Messaging app contact': '@new',
      Password: 'Lantern42',
      'Confirm password': 'Lantern42',
      ...values,
    };
    await screen.findByLabelText('E-mail', {}, found);
    for (const [label, value] of Object.entries(all)) enter(screen.getByLabelText(label), value);
  }

  it('shows the error under each field and sends nothing', async () => {
    const { user, server } = openAccount('/register');
    await fill({ 'E-mail': 'nobody', 'Confirm password': 'Secret13' });
    await user.click(screen.getByRole('checkbox'));
    await user.click(button('Register'));
    expect(await screen.findByText('Password and confirm password do not match', {}, found)).toBeTruthy();
    expect(screen.getByText(texts.validation.email)).toBeTruthy();
    expect(screen.getByText(texts.identity.consentNeeded)).toBeTruthy();
    expect(requestsTo(server, 'POST /api/user/register')).toEqual([]);
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
  });

  it('moves the focus to the code field after a code was sent, and to an invalid e-mail address', async () => {
    const { user } = openAccount('/register');
    const email = await screen.findByLabelText('E-mail', {}, found);
    enter(email, 'nobody');
    await user.click(button(texts.identity.sendCode));
    await waitFor(() => expect(document.activeElement).toBe(email));
    enter(email, 'new@example.com');
    await user.click(button(texts.identity.sendCode));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Verification code')));
  });

  it('sends a code, and another only after a while', async () => {
    const { user } = openAccount('/register');
    enter(await screen.findByLabelText('E-mail', {}, found), 'new@example.com');
    await user.click(button(texts.identity.sendCode));
    const resting = await screen.findByRole('button', { name: /Resend in \d+ s/ }, found);
    expect(resting).toHaveProperty('disabled', true);
    expect(await screen.findByText(texts.identity.codeSent, {}, found)).toBeTruthy();
  });

  it('shows the server’s message for a wrong code', async () => {
    const { user } = openAccount('/register');
    await fill({ 'Verification code': '654321' });
    await user.click(button('Register'));
    expect(await screen.findByText(errorMessage('identity.wrong-code', 'en-US'), {}, found)).toBeTruthy();
    const code = screen.getByLabelText('Verification code');
    expect(code.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(code);
  });

  it('offers the client, counts down to the console, and stops the countdown on request', async () => {
    const { user } = openAccount('/register');
    await fill();
    await user.click(button('Register'));
    await screen.findByRole('heading', { name: 'Registration successful' }, found);
    expect(screen.getByRole('link', { name: /In the browser/ }).getAttribute('href')).toBe('/desk/');
    expect(screen.getByRole('timer').textContent).toMatch(/Opening the console in 1?[0-9] s/);
    await user.click(button(texts.identity.stay));
    expect(screen.getByText(texts.identity.entryStopped)).toBeTruthy();
    await user.click(button('Open now'));
    await waitForAddress('/workplace/home');
  });
});

it('resets a forgotten password and leads to the login with the address filled in', async () => {
  const { user, world } = openAccount('/login?redirect=%2Fuser%2Finfo');
  await user.click(await screen.findByRole('link', { name: texts.identity.forgotten }, found));
  await waitForAddress('/forgotPassword?redirect=%2Fuser%2Finfo');
  enter(await screen.findByLabelText('E-mail', {}, found), 'owner@example.com');
  enter(screen.getByLabelText('Verification code'), '123456');
  enter(screen.getByLabelText('New password'), 'Changed12');
  enter(screen.getByLabelText('Confirm password'), 'Changed12');
  await user.click(button(texts.identity.setPassword));
  await waitForAddress('/login?redirect=%2Fuser%2Finfo');
  expect(world.account.password).toBe('Changed12');
  expect(await screen.findByText(texts.identity.passwordChanged, {}, found)).toBeTruthy();
  expect((await screen.findByLabelText<HTMLInputElement>('E-mail')).value).toBe('owner@example.com');
});

it.each([
  ['/agreement/service', 'Service agreement', /August 2, 2025/],
  ['/agreement/privacy', 'Privacy policy', /January 1, 2023/],
])('%s is for anybody', async (path, title, day) => {
  openAccount(path);
  await screen.findByRole('heading', { name: title, level: 1 }, found);
  expect(screen.getByText(day)).toBeTruthy();
  expect(screen.getAllByText(/fifth natural day/).length).toBeGreaterThan(0);
});
