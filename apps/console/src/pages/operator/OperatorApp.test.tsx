import { sessionEndings } from '@parley/contract/identity';
import { UiProvider } from '@parley/ui';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { dialog, fromMenu } from '../../app/testing/by-text.ts';
import { englishLocale, enUS } from '../../app/testing/texts.ts';
import { auditRoutes } from '../../features/audit-log/testing/audit.ts';
import { createOperatorSession } from '../../features/operator/operator-session.tsx';
import { operatorRoutes } from '../../features/operator/testing/operator-api.ts';
import { busyOperator, freshOperator, someOwner } from '../../features/operator/testing/operator-world.ts';
import { portRoutes } from '../../features/ports/testing/ports.ts';
import { createSession } from '../../lib/session.ts';
import { SessionContext } from '../../lib/session-context.tsx';
import { createFakeFetch } from '../../lib/testing/fake-fetch.ts';
import { installationRoutes } from '../../lib/testing/installation.ts';
import { uploadRequests } from '../../lib/testing/upload-request.ts';
import { uploadRoutes } from '../../lib/testing/uploads.ts';
import uiTexts from '../../ui/locales/en-US.json' with { type: 'json' };
import texts from './locales/en-US.json' with { type: 'json' };
import { OperatorApp } from './OperatorApp.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const { op } = texts;
const found = { timeout: 30_000 };

const busyWorld = () => ({
  operator: busyOperator(),
  ownerRemaining: 1_284_500,
  files: 0,
  busy: true,
  ports: 40,
  subAccounts: [],
  socialAccounts: [],
  pastSessions: [],
});
type World = ReturnType<typeof busyWorld>;
const emptyWorld = (): World => ({ ...busyWorld(), operator: freshOperator(), busy: false });

const routesOf = (world: World) => [
  ...operatorRoutes(world),
  ...portRoutes(world),
  ...auditRoutes(world.busy),
  ...uploadRoutes(world),
  ...installationRoutes(),
];

function Address() {
  return <output data-testid="address">{useLocation().pathname}</output>;
}

/** The operator's screens at an address, over a world in memory. */
function open(
  address: string,
  { loggedIn = true, world = busyWorld() }: { loggedIn?: boolean; world?: World } = {},
) {
  const server = createFakeFetch(routesOf(world));
  const session = createOperatorSession({
    storage: localStorage,
    language: () => 'en-US',
    fetch: server,
    locks: null,
  });
  // The console around it has a separate session, with which the login page requests the brand.
  const owner = createSession({ storage: localStorage, language: () => 'en-US', fetch: server, locks: null });
  if (loggedIn) session.logIn({ accessToken: 'good', refreshToken: 'next', expiresAt: 0 });
  render(
    <MemoryRouter initialEntries={[address]}>
      <UiProvider i18n={englishLocale()} storage={localStorage}>
        <SessionContext value={owner}>
          <Routes>
            <Route path="/operator/*" element={<OperatorApp session={session} />} />
          </Routes>
        </SessionContext>
      </UiProvider>
      <Address />
    </MemoryRouter>,
  );
  return { server, world, user: userEvent.setup({ pointerEventsCheck: 0 }) };
}

const addressIs = (wanted: string) =>
  waitFor(() => expect(screen.getByTestId('address').textContent).toBe(wanted), found);

it('asks a logged-out user to log in and then opens the page that was wanted, with separate tokens', async () => {
  localStorage.setItem('ACCESS_TOKEN', 'of the owner');
  const { user } = open('/operator/mail', { loggedIn: false });
  await user.type(await screen.findByLabelText('E-mail', {}, found), 'operator@example.com');
  await user.type(screen.getByLabelText('Password'), 'Operator-Test-12');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByRole('heading', { name: op.page.mail }, found)).toBeTruthy();
  expect(localStorage.getItem('operator:ACCESS_TOKEN')).toBe('good');
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await screen.findByRole('heading', { name: op.logInTitle }, found);
  expect(localStorage.getItem('operator:ACCESS_TOKEN')).toBeNull();
  expect(localStorage.getItem('ACCESS_TOKEN')).toBe('of the owner');
});

it('shows what the server says about a wrong password', async () => {
  const { user } = open('/operator', { loggedIn: false });
  await user.type(await screen.findByLabelText('E-mail', {}, found), 'operator@example.com');
  await user.type(screen.getByLabelText('Password'), 'Wrong1');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByText('Wrong username or password', {}, found)).toBeTruthy();
});

it('publishes in both languages, with a preview, and takes back', async () => {
  const { user, world } = open('/operator', { world: emptyWorld() });
  await addressIs('/operator/notifications');
  expect(await screen.findByText(op.notifications.none, {}, found)).toBeTruthy();
  const [create] = screen.getAllByRole('button', { name: new RegExp(op.notifications.create) });
  if (create === undefined) throw new Error('there is no button to create one');
  await user.click(create);
  await user.type(await screen.findByLabelText('Title (简体中文)', {}, found), '今晚维护');
  await user.type(screen.getByLabelText('Text (简体中文)'), '两点开始');
  await user.type(screen.getByLabelText('Title (English)'), 'Maintenance tonight');
  const preview = within(screen.getByRole('region', { name: op.notifications.preview }));
  expect(await preview.findByRole('heading', { name: 'Maintenance tonight' }, found)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: op.notifications.publish }));
  expect(await screen.findByText(enUS.validation.required, {}, found)).toBeTruthy();
  await user.type(screen.getByLabelText('Text (English)'), 'From two o’clock');
  await user.click(screen.getByRole('button', { name: op.notifications.publish }));
  await waitFor(() => expect(world.operator.notifications).toHaveLength(1), found);
  expect(world.operator.notifications[0]).toMatchObject({
    title: { 'zh-CN': '今晚维护', 'en-US': 'Maintenance tonight' },
    ownerEmail: null,
    expiresAt: null,
  });
  await fromMenu('Maintenance tonight', op.notifications.withdraw);
  const question = within(await dialog(op.notifications.withdrawTitle));
  await user.click(question.getByRole('button', { name: op.notifications.withdraw }));
  await waitFor(() => expect(world.operator.notifications).toEqual([]), found);
});

it('uploads a logo with a preview, removes it, and says what is wrong with a file', async () => {
  const { made, Request } = uploadRequests();
  vi.stubGlobal('XMLHttpRequest', Request);
  const { user } = open('/operator/settings');
  const choose = await screen.findByRole('button', { name: op.settings.chooseLogo }, found);
  const picker = () => document.querySelector<HTMLInputElement>('input[type=file]') ?? document.body;
  expect(picker().closest('.ant-upload')?.contains(choose)).toBe(true);
  expect(picker().style.display).toBe('none');
  fireEvent.change(picker(), { target: { files: [new File([], 'logo.png', { type: 'image/png' })] } });
  expect(await screen.findByText(uiTexts.upload.empty, {}, found)).toBeTruthy();
  fireEvent.change(picker(), { target: { files: [new File(['x'], 'logo.png', { type: 'image/png' })] } });
  const sent = await waitFor(() => made[0] ?? Promise.reject(new Error('nothing sent')), found);
  sent.answer(200);
  const preview = await screen.findByRole<HTMLImageElement>('img', { name: op.settings.logo }, found);
  expect(preview.src).toContain('/api/files/');
  await user.click(screen.getByRole('button', { name: op.settings.noLogo }));
  expect(screen.queryByRole('img', { name: op.settings.logo })).toBeNull();
});

it('reports a change by another operator and loads it', async () => {
  const { user, world } = open('/operator/contacts');
  await user.click(await screen.findByRole('button', { name: 'Edit Support' }, found));
  const kept = world.operator.contacts.find(({ name }) => name === 'Support');
  if (kept === undefined) throw new Error('there is no such contact');
  Object.assign(kept, { version: 2, name: 'Support team' });
  const name = await screen.findByLabelText(op.contacts.name, {}, found);
  await user.clear(name);
  await user.type(name, 'Mine');
  await user.click(screen.getByRole('button', { name: op.save }));
  expect(await screen.findByText(op.stale, {}, found)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: op.loadNew }));
  expect(await screen.findByRole('button', { name: 'Edit Support team' }, found)).toBeTruthy();
  expect(kept.name).toBe('Support team');
});

it('asks before what was entered is lost', async () => {
  const { user } = open('/operator/contacts');
  await user.click(await screen.findByRole('button', { name: 'Edit Support' }, found));
  await user.type(await screen.findByLabelText(op.contacts.name, {}, found), '!');
  await user.keyboard('{Escape}');
  expect(await screen.findByText(enUS.unsaved.title, {}, found)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: enUS.unsaved.stay }));
  expect(screen.getByLabelText<HTMLInputElement>(op.contacts.name).value).toBe('Support!');
});

it('shows its own messages for missing fields instead of the browser’s', async () => {
  const { user } = open('/operator', { loggedIn: false });
  const field = await screen.findByLabelText<HTMLInputElement>('E-mail', {}, found);
  expect(field.form?.noValidate).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(screen.getAllByText(enUS.validation.required)).toHaveLength(2), found);
});

it('rejects a certification only with a reason', async () => {
  const { user, world } = open('/operator/certifications?status=reviewing');
  await user.click(await screen.findByRole('button', { name: 'Open Clara Trading Ltd.' }, found));
  expect(await screen.findByRole('button', { name: 'Document 2' }, found)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: op.certifications.reject }));
  expect(await screen.findByText(enUS.validation.required, {}, found)).toBeTruthy();
  expect(world.operator.certifications[0]?.status).toBe('reviewing');
  await user.type(screen.getByLabelText(op.certifications.reason), 'The stamp is missing');
  await user.click(screen.getByRole('button', { name: op.certifications.reject }));
  await waitFor(() => expect(world.operator.certifications[0]?.status).toBe('rejected'), found);
  expect(world.operator.certifications[0]?.reason).toBe('The stamp is missing');
});

it('finds a mail and shows its text, which is how a code is read here', async () => {
  const { user } = open('/operator/mail?search=owner');
  await user.click(await screen.findByRole('button', { name: /to owner@example.com$/ }, found));
  expect(await screen.findByText(/123456/, {}, found)).toBeTruthy();
  expect(screen.queryByText('nobody@nowhere.example')).toBeNull();
});

it('saves the settings under the version that was read', async () => {
  const { user, world } = open('/operator/settings');
  const name = await screen.findByLabelText(op.settings.brandName, {}, found);
  await user.clear(name);
  await user.type(name, 'Clara Chat');
  await user.click(screen.getByRole('button', { name: op.save }));
  await waitFor(
    () => expect(world.operator.settings).toMatchObject({ version: 2, brandName: 'Clara Chat' }),
    found,
  );
});

it('grants characters, and says what came of it', async () => {
  const { user, world } = open('/operator/characters');
  await user.type(await screen.findByLabelText(op.grant.owner, {}, found), 'owner@example.com');
  await user.type(screen.getByLabelText(op.grant.amount), '500');
  await user.click(screen.getByRole('button', { name: op.grant.grant }));
  expect(await screen.findByText('Granted. The owner now has 1,285,000 characters', {}, found)).toBeTruthy();
  expect([...world.operator.grants.values()]).toEqual([500]);
});

it('sets how many ports a workspace has, and says when there is no such owner', async () => {
  const { user, world } = open('/operator/ports');
  const owner = await screen.findByLabelText(op.grant.owner, {}, found);
  await user.type(owner, 'nobody@example.com');
  await user.click(screen.getByRole('button', { name: op.ports.set }));
  expect(await screen.findByText(enUS.validation.required, {}, found)).toBeTruthy();
  await user.type(screen.getByLabelText(op.ports.ports), '25');
  await user.click(screen.getByRole('button', { name: op.ports.set }));
  expect(await screen.findByText('No owner has this e-mail address', {}, found)).toBeTruthy();
  expect(world.ports).toBe(40);
  await user.clear(owner);
  await user.type(owner, 'owner@example.com');
  await user.click(screen.getByRole('button', { name: op.ports.set }));
  expect(await screen.findByText('Ports of owner@example.com: 25', {}, found)).toBeTruthy();
  expect(world.ports).toBe(25);
});

it('shows the log of the whole installation in UTC, and of one workspace on demand', async () => {
  const { user } = open('/operator/auditLog?action=characters.granted');
  expect((await screen.findAllByText('Time (UTC)', {}, found)).length).toBeGreaterThan(0);
  const rows = () => [...document.querySelectorAll('.ant-table-row')];
  await waitFor(() => expect(rows()).toHaveLength(8), found);
  for (const text of ['operator@example.com', 'Characters granted', 'owner@example.com', '2026'])
    expect(rows()[0]?.textContent).toContain(text);
  const [narrow] = screen.getAllByLabelText('Only owner@example.com');
  if (narrow === undefined) throw new Error('no entry names its owner');
  await user.click(narrow);
  await user.click(screen.getByRole('button', { name: /Filters/ }));
  const field = screen.getByLabelText<HTMLInputElement>(op.audit.workspaceFilter);
  await waitFor(() => expect(field.value).toMatch(/^0195000d-/), found);
  await user.clear(field);
  await user.type(field, '0195');
  expect(await screen.findByText(op.audit.workspaceWrong, {}, found)).toBeTruthy();
});

it('explains that tenants are off and how they are switched on', async () => {
  open('/operator/tenants');
  expect(await screen.findByText(op.tenants.off, {}, found)).toBeTruthy();
  expect(screen.queryByRole('link', { name: op.page.tenants })).toBeNull();
});

it('shows a lost network with a way to try again', async () => {
  const { server, user } = open('/operator/contacts');
  await screen.findByRole('button', { name: 'Edit Support' }, found);
  server.trouble = 'network';
  await user.click(screen.getByRole('link', { name: op.page.mail }));
  const [retry] = await screen.findAllByRole('button', { name: 'Try again' }, { timeout: 40_000 });
  if (retry === undefined) throw new Error('there is no way to try again');
  server.trouble = 'none';
  await user.click(retry);
  expect(await screen.findByText('nobody@nowhere.example', {}, found)).toBeTruthy();
});

it('disables an owner with a reason, and enables them again', async () => {
  const world = busyWorld();
  world.operator.owners = [someOwner()];
  const { user } = open('/operator/owners', { world });
  await user.click(await screen.findByRole('button', { name: 'Disable ana@example.com' }, found));
  const dialog = within(await screen.findByRole('dialog', {}, found));
  expect(dialog.getByText(op.owners.disableHint)).toBeTruthy();
  await user.type(dialog.getByLabelText(op.owners.reason), 'Unpaid');
  await user.click(dialog.getByRole('button', { name: op.owners.disable }));
  expect(await screen.findByText('Unpaid', {}, found)).toBeTruthy();
  expect(world.operator.owners[0]?.disabled?.reason).toBe('Unpaid');
  await user.click(await screen.findByRole('button', { name: 'Enable ana@example.com' }, found));
  await user.click(await screen.findByRole('button', { name: op.owners.enable }, found));
  await waitFor(() => expect(world.operator.owners[0]?.disabled).toBeNull(), found);
});

it('asks for the owners again when their own menu entry is chosen', async () => {
  const world = busyWorld();
  world.operator.owners = [someOwner()];
  const { user } = open('/operator/owners', { world });
  await screen.findByText('ana@example.com', {}, found);
  world.operator.owners = [{ ...someOwner(), email: 'bea@example.com' }];
  await user.click(screen.getByRole('link', { name: op.page.owners }));
  expect(await screen.findByText('bea@example.com', {}, found)).toBeTruthy();
});

it('resets an owner’s two-factor authentication once the address is typed', async () => {
  const world = busyWorld();
  world.operator.owners = [{ ...someOwner(), twoFactor: true }];
  const { user } = open('/operator/owners', { world });
  await fromMenu('ana@example.com', op.owners.resetTwoFactor);
  const reset = within(await screen.findByRole('dialog', {}, found));
  expect(reset.getByText(op.owners.resetTwoFactorHint)).toBeTruthy();
  const field = reset.getByLabelText('Type ana@example.com to confirm');
  await waitFor(() => expect(document.activeElement).toBe(field), found);
  await user.type(field, 'someone@example.com');
  await user.click(reset.getByRole('button', { name: op.owners.resetTwoFactor }));
  expect(await reset.findByText(op.owners.resetTwoFactorWrong, {}, found)).toBeTruthy();
  expect(world.operator.owners[0]?.twoFactor).toBe(true);
  await user.clear(field);
  await user.type(field, 'ana@example.com');
  await user.click(reset.getByRole('button', { name: op.owners.resetTwoFactor }));
  await waitFor(() => expect(world.operator.owners[0]?.twoFactor).toBe(false), found);
  await waitFor(() => expect(screen.queryByLabelText('More for ana@example.com')).toBeNull(), found);
});

it('asks for another password before any page while the generated one is in force', async () => {
  const world = busyWorld();
  world.operator.passwordMustChange = true;
  const { server } = open('/operator/mail', { world });
  expect(await screen.findByText(op.account.mustChange, {}, found)).toBeTruthy();
  expect(await screen.findByLabelText(enUS.identity.newPassword, {}, found)).toBeTruthy();
  expect(screen.queryByRole('heading', { name: op.page.mail })).toBeNull();
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
