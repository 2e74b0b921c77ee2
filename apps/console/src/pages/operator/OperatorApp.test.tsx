import { sessionEndings } from '@parley/contract/identity';
import { UiProvider } from '@parley/ui';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, type NavigateFunction, Route, Routes, useNavigate } from 'react-router';
import { expect, it, vi } from 'vitest';
import { englishLocale, enUS } from '../../app/testing/texts.ts';
import operatorTexts from '../../entities/operator/locales/en-US.json' with { type: 'json' };
import { createOperatorSession } from '../../entities/operator/operator-session.tsx';
import noticeTexts from '../../features/notifications/locales/en-US.json' with { type: 'json' };
import loginTexts from '../../features/operator-login/locales/en-US.json' with { type: 'json' };
import ownerTexts from '../../features/owners/locales/en-US.json' with { type: 'json' };
import { someOwner } from '../../features/owners/testing/owners.ts';
import { createSession } from '../../lib/session.ts';
import { SessionContext } from '../../lib/session-context.tsx';
import { createFakeFetch } from '../../lib/testing/fake-fetch.ts';
import { installationRoutes } from '../../lib/testing/installation.ts';
import texts from './locales/en-US.json' with { type: 'json' };
import { OperatorApp } from './OperatorApp.tsx';
import { busyOperator, type OperatorWorld, operatorRoutes } from './testing/operator-world.ts';

const pages = texts.operatorPages;
const shared = operatorTexts.operator;
const { publishing } = noticeTexts.notifications;
const found = { timeout: 30_000 };

const routesOf = (world: OperatorWorld) => [...operatorRoutes(world), ...installationRoutes()];

/** Opens the operator's screens at a URL over an in-memory world. */
function open(
  address: string,
  { loggedIn = true, world = busyOperator() }: { loggedIn?: boolean; world?: OperatorWorld } = {},
) {
  const server = createFakeFetch(routesOf(world));
  const session = createOperatorSession({
    storage: localStorage,
    language: () => 'en-US',
    fetch: server,
    locks: null,
  });
  // The surrounding console has a separate session, with which the login page requests the brand.
  const owner = createSession({ storage: localStorage, language: () => 'en-US', fetch: server, locks: null });
  if (loggedIn) session.logIn({ accessToken: 'good', refreshToken: 'next', expiresAt: 0 });
  let navigate: NavigateFunction = () => undefined;
  const BackButton = () => {
    navigate = useNavigate();
    return null;
  };
  render(
    <MemoryRouter initialEntries={[address]}>
      <BackButton />
      <UiProvider i18n={englishLocale()} storage={localStorage}>
        <SessionContext value={owner}>
          <Routes>
            <Route path="/operator/*" element={<OperatorApp session={session} />} />
          </Routes>
        </SessionContext>
      </UiProvider>
    </MemoryRouter>,
  );
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  return { server, world, user, back: () => void navigate(-1) };
}

it('asks a logged-out user to log in and then opens the requested page, with separate tokens', async () => {
  localStorage.setItem('ACCESS_TOKEN', 'of the owner');
  const { user } = open('/operator/mail', { loggedIn: false });
  await user.type(await screen.findByLabelText('E-mail', {}, found), 'operator@example.com');
  await user.type(screen.getByLabelText('Password'), 'Operator-Test-12');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByRole('heading', { name: pages.mail }, found)).toBeTruthy();
  expect(localStorage.getItem('operator:ACCESS_TOKEN')).toBe('good');
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await screen.findByRole('heading', { name: enUS.identity.operatorLogInTitle }, found);
  expect(localStorage.getItem('operator:ACCESS_TOKEN')).toBeNull();
  expect(localStorage.getItem('ACCESS_TOKEN')).toBe('of the owner');
});

it('shows the server’s message for a wrong password', async () => {
  const { user } = open('/operator', { loggedIn: false });
  await user.type(await screen.findByLabelText('E-mail', {}, found), 'operator@example.com');
  await user.type(screen.getByLabelText('Password'), 'Wrong1');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByText('Wrong login details', {}, found)).toBeTruthy();
});

it('shows its own messages for missing fields instead of the browser’s', async () => {
  const { user } = open('/operator', { loggedIn: false });
  const field = await screen.findByLabelText<HTMLInputElement>('E-mail', {}, found);
  expect(field.form?.noValidate).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(screen.getAllByText(enUS.validation.required)).toHaveLength(2), found);
});

it('shows a lost network with a retry', async () => {
  const { server, user } = open('/operator/contacts');
  await screen.findByRole('button', { name: 'Edit Support' }, found);
  server.trouble = 'network';
  await user.click(screen.getByRole('link', { name: pages.mail }));
  const [retry] = await screen.findAllByRole('button', { name: 'Try again' }, { timeout: 40_000 });
  if (retry === undefined) throw new Error('there is no way to try again');
  server.trouble = 'none';
  await user.click(retry);
  expect(await screen.findByText('nobody@nowhere.example', {}, found)).toBeTruthy();
});

it('refetches the owners when their own menu entry is selected', async () => {
  const world = busyOperator();
  world.owners = [someOwner()];
  const { user } = open('/operator/owners', { world });
  await screen.findByText('ana@example.com', {}, found);
  world.owners = [{ ...someOwner(), email: 'bea@example.com' }];
  await user.click(screen.getByRole('link', { name: pages.owners }));
  expect(await screen.findByText('bea@example.com', {}, found)).toBeTruthy();
});

/** A button of the confirmation; by its text, as two dialogs share the id of their title in a test. */
const answer = (name: 'stay' | 'leave') => screen.findByRole('button', { name: enUS.unsaved[name] }, found);

it('asks before a menu entry or the logout loses changed settings', async () => {
  const { user } = open('/operator/settings');
  await user.type(await screen.findByLabelText(shared.brandName, {}, found), ' Chat');
  const changed = screen.getByLabelText<HTMLInputElement>(shared.brandName);
  const { value } = changed;
  await user.click(screen.getByRole('link', { name: pages.mail }));
  await user.click(await answer('stay'));
  await screen.findByRole('link', { name: pages.settings, current: 'page' }, found);
  expect(changed.isConnected && changed.value).toBe(value);
  await user.click(screen.getByRole('button', { name: enUS.shell.logOut }));
  await user.click(await answer('stay'));
  await user.click(screen.getByRole('link', { name: pages.mail }));
  await user.click(await answer('leave'));
  expect(await screen.findByRole('heading', { name: pages.mail }, found)).toBeTruthy();
});

it('asks before Back loses a new notification', async () => {
  const { user, back } = open('/operator/mail');
  await screen.findByRole('heading', { name: pages.mail }, found);
  await user.click(screen.getByRole('link', { name: pages.notifications }));
  await user.click(await screen.findByText(publishing.create, {}, found));
  const title = (await screen.findAllByLabelText<HTMLInputElement>(/^Title \(/, {}, found))[0];
  if (title === undefined) throw new Error('there is no title');
  await user.type(title, 'Maintenance');
  back();
  await user.click(await answer('stay'));
  await screen.findByRole('link', { name: pages.notifications, current: 'page' }, found);
  expect(title.isConnected && title.value).toBe('Maintenance');
  back();
  await user.click(await answer('leave'));
  expect(await screen.findByRole('heading', { name: pages.mail }, found)).toBeTruthy();
});

it('asks before a menu entry loses a grant', async () => {
  const { user } = open('/operator/characters');
  await user.type(await screen.findByLabelText(shared.owner, {}, found), 'o');
  await user.click(screen.getByRole('link', { name: pages.mail }));
  expect(await answer('leave')).toBeTruthy();
});

it('leaves a page without unsaved input at once', async () => {
  const { user } = open('/operator/settings');
  await screen.findByLabelText(shared.brandName, {}, found);
  await user.click(screen.getByRole('link', { name: pages.mail }));
  expect(await screen.findByRole('heading', { name: pages.mail }, found)).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('requires a new password before any page while the generated one is in use', async () => {
  const world = busyOperator();
  world.passwordMustChange = true;
  const { server } = open('/operator/mail', { world });
  expect(await screen.findByText(loginTexts.operatorLogin.mustChange, {}, found)).toBeTruthy();
  expect(await screen.findByLabelText(enUS.identity.newPassword, {}, found)).toBeTruthy();
  expect(screen.queryByRole('heading', { name: pages.mail })).toBeNull();
  expect(server.asked.filter((asked) => asked.includes('/mail'))).toEqual([]);
});

it('shows at the login why the operator’s session was ended', async () => {
  const { server } = open('/operator/owners');
  const message = sessionEndings['operator-reset']['en-US'];
  server.instead = () => {
    const data = { error: 'auth.session-ended', requestId: 'r', details: { ending: 'operator-reset' } };
    return Response.json({ code: 50_012, msg: message, data }, { status: 401 });
  };
  expect(await screen.findByText(message, {}, found)).toBeTruthy();
  expect(localStorage.getItem('operator:ACCESS_TOKEN')).toBeNull();
});

it('scrolls the current page’s entry into view, as the menu is wider than a phone', async () => {
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { user } = open('/operator/auditLog');
  await screen.findByRole('link', { name: pages.auditLog, current: 'page' }, found);
  const shown = () => (seen.mock.contexts.at(-1) as Element).textContent; // called on elements only
  await waitFor(() => expect(shown()).toBe(pages.auditLog), found);
  await user.click(screen.getByRole('link', { name: pages.mail }));
  await waitFor(() => expect(shown()).toBe(pages.mail), found);
  seen.mockRestore();
});

it('names the zone of the times in a list, which is that of the operator’s device', async () => {
  open('/operator/owners');
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const title = `${ownerTexts.owners.registered} (${timeZone})`;
  expect((await screen.findAllByText(title, {}, found)).length).toBeGreaterThan(0);
});
