import { createClient, memoryStorage } from '@parley/api-client';
import { UiProvider } from '@parley/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { englishLocale, enUS } from '../../../app/testing/texts.ts';
import { LoginSessions } from '../../../features/login-sessions/LoginSessions.tsx';
import loginSessionsTexts from '../../../features/login-sessions/locales/en-US.json' with { type: 'json' };
import { accountRoutes, settledAccount } from '../../../features/profile/testing/account.ts';
import twoFactorTexts from '../../../features/two-factor/locales/en-US.json' with { type: 'json' };
import { TwoFactorPanel } from '../../../features/two-factor/TwoFactorPanel.tsx';
import { createQueryClient } from '../../../lib/query-client.ts';
import { createFakeFetch } from '../../../lib/testing/fake-fetch.ts';
import { SecondStepForm } from '../../../ui/SecondStepForm.tsx';

const { security } = enUS;
const { twoFactor } = twoFactorTexts;
const { loginSessions } = loginSessionsTexts;
const found = { timeout: 30_000 };
const rightCode = '123456';

/** Renders a part of a screen with a logged-in client over an in-memory world. */
function show(piece: (client: ReturnType<typeof createClient>) => ReactNode) {
  const world = settledAccount();
  const server = createFakeFetch(accountRoutes(world));
  const client = createClient({
    baseUrl: '',
    audience: 'console',
    storage: memoryStorage(),
    locks: null,
    fetch: server,
    language: () => 'en-US',
    onExpired: () => undefined,
  });
  client.logIn({ accessToken: 'good', refreshToken: 'next', expiresAt: 0 });
  render(
    <UiProvider i18n={englishLocale()} storage={localStorage}>
      <QueryClientProvider client={createQueryClient()}>{piece(client)}</QueryClientProvider>
    </UiProvider>,
  );
  return { world, server, user: userEvent.setup({ pointerEventsCheck: 0 }) };
}
const press = (name: string) => screen.getByRole('button', { name });

describe('two-factor authentication', () => {
  it('requires the password and a first code to enable it, and shows the recovery codes once', async () => {
    const { user, world } = show((client) => <TwoFactorPanel client={client} />);
    const password = await screen.findByLabelText(twoFactor.password, {}, found);
    await user.type(password, 'Wrong1');
    await user.click(press(twoFactor.setUp));
    await waitFor(() => expect(password.getAttribute('aria-invalid')).toBe('true'), found);
    expect(document.activeElement).toBe(password);
    await user.clear(password);
    await user.type(password, world.password);
    await user.click(press(twoFactor.setUp));
    expect(await screen.findByText('JBSWY3DPEHPK3PXP', {}, found)).toBeTruthy();
    await user.click(press(twoFactor.cancel));
    expect(screen.queryByText('JBSWY3DPEHPK3PXP')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText(twoFactor.password));
    await user.type(screen.getByLabelText(twoFactor.password), world.password);
    await user.click(press(twoFactor.setUp));
    await user.type(await screen.findByLabelText(twoFactor.firstCode, {}, found), rightCode);
    await user.click(press(twoFactor.switchOn));
    expect(await screen.findByText(/k3p9m-x7ab2/, {}, found)).toBeTruthy();
    expect(document.activeElement).not.toBe(document.body);
    await user.click(press(twoFactor.codesKept));
    expect(await screen.findByText('2 recovery codes left', {}, found)).toBeTruthy();
    expect(screen.queryByText(/k3p9m-x7ab2/)).toBeNull();
  });

  it('requires the password and a code to disable it', async () => {
    const { user, world } = show((client) => <TwoFactorPanel client={client} />);
    Object.assign(world.security, { enabledAt: 1, recoveryCodes: ['a'] });
    const password = await screen.findByLabelText(twoFactor.password, {}, found);
    await user.type(password, world.password);
    await user.type(screen.getByLabelText(security.code), rightCode);
    await user.click(press(twoFactor.switchOff));
    expect(await screen.findByRole('button', { name: twoFactor.setUp }, found)).toBeTruthy();
  });
});

describe('the list of login sessions', () => {
  it('shows device and IP address, and ends another session after a confirmation', async () => {
    const { user } = show((client) => <LoginSessions client={client} scope="own" />);
    const row = (await screen.findByText('203.0.113.7', {}, found)).closest('tr');
    if (row === null) throw new Error('the address is in no row');
    expect(within(row).getByText(/Firefox/)).toBeTruthy();
    const own = screen.getByText(loginSessions.current).closest('tr');
    expect(own?.querySelector('button')).toBeNull();
    await user.click(within(row).getByRole('button', { name: loginSessions.end }));
    await user.click(await screen.findByRole('button', { name: 'OK' }, found));
    await waitFor(() => expect(screen.queryByText('203.0.113.7')).toBeNull(), found);
  });

  it('logs out everywhere after a confirmation', async () => {
    const out = vi.fn();
    const { user } = show((client) => <LoginSessions client={client} scope="own" onLoggedOut={out} />);
    await screen.findByText('203.0.113.7', {}, found);
    await user.click(press(loginSessions.everywhere));
    expect(out).not.toHaveBeenCalled();
    await user.click(await screen.findByRole('button', { name: 'OK' }, found));
    await waitFor(() => expect(out).toHaveBeenCalledOnce(), found);
  });
});

describe('the second step of a login', () => {
  it('refuses a malformed code without a request, and leads back', async () => {
    const [tokens, back] = [vi.fn(), vi.fn()];
    const { user, server } = show((client) => (
      <SecondStepForm client={client} challenge="riddle" onTokens={tokens} onBack={back} />
    ));
    await user.type(screen.getByLabelText(security.code), '12');
    await user.click(press(enUS.identity.logIn));
    await waitFor(() => expect(document.querySelector('.ant-form-item-explain-error')).toBeTruthy(), found);
    expect(server.asked).toEqual([]);
    await user.click(press(security.back));
    expect([tokens.mock.calls.length, back.mock.calls.length]).toEqual([0, 1]);
  });
});
