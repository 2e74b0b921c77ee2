import { errorMessage } from '@parley/contract';
import { register } from '@parley/contract/identity';
import { reportUserClickLink } from '@parley/contract/promotion';
import { getSystemConfig } from '@parley/contract/settings';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { button, enter, inFreshBrowser, texts } from '../../app/testing/fresh-browser.ts';
import { found } from '../../app/testing/page-harness.tsx';
import { type PageOptions, renderPage } from '../../app/testing/render-page.tsx';
import { busyContacts, contactRoutes } from '../../features/support/testing/contacts.ts';
import { systemConfig } from '../../lib/testing/installation.ts';
import { FixtureRefusal, type Route, route } from '../../lib/testing/route.ts';
import { sampleTime } from '../../lib/testing/samples.ts';
import { Register } from './Register.tsx';

inFreshBrowser();

const tokens = () => ({ accessToken: 'fresh', refreshToken: 'fresher', expiresAt: sampleTime });
const open = (answers: readonly Route[] = [], options: PageOptions = {}, contacts = busyContacts()) =>
  renderPage(<Register />, {
    at: '/register?redirect=%2Fuser%2Finfo',
    answers: [...answers, ...contactRoutes({ contacts })],
    ...options,
  });

async function send({ user }: ReturnType<typeof open>) {
  await screen.findByLabelText(texts.identity.email, {}, found);
  for (const [label, value] of [
    [texts.identity.email, 'new@example.com'],
    [texts.identity.code, '123456'],
    [texts.identity.contact, '@new'],
    [texts.identity.password, 'Lantern42'],
    [texts.identity.confirm, 'Lantern42'],
  ] as const) {
    enter(screen.getByLabelText(label), value);
  }
  await user.click(button(texts.identity.register));
}

it('shows the contacts after the registration, and logs in when the console is opened', async () => {
  const sent: unknown[] = [];
  const page = open([
    route(register, ({ body }) => {
      sent.push(body);
      return tokens();
    }),
  ]);
  await send(page);
  await screen.findByRole('heading', { name: texts.identity.registered }, found);
  expect(sent).toMatchObject([
    { email: 'new@example.com', code: '123456', tgContact: '@new', agreement: true },
  ]);
  expect(await screen.findByText('Web chat', {}, found)).toBeTruthy();
  expect(localStorage.getItem('ACCESS_TOKEN')).toBe('good');
  await page.user.click(button(texts.identity.enterNow));
  expect(localStorage.getItem('ACCESS_TOKEN')).toBe('fresh');
});

it('reports a valid invitation code once per tab, and no other value', async () => {
  const sent: string[] = [];
  const reports = route(reportUserClickLink, ({ body }) => {
    sent.push(body.code);
    return null;
  });
  for (const code of ['Spring2026', 'spring2026', '%3Cscript%3E', '']) {
    const answers = [reports, ...contactRoutes({ contacts: [] })];
    const { leave } = renderPage(<Register />, { at: `/register?code=${code}`, answers });
    await screen.findByLabelText(texts.identity.email, {}, found);
    leave();
  }
  expect(sent).toEqual(['Spring2026']);
});

it('offers no bonus where the operator shows no contacts', async () => {
  const page = open([], {}, []);
  await send(page);
  await screen.findByRole('heading', { name: texts.identity.registered }, found);
  expect(screen.queryByText(texts.identity.bonusTitle)).toBeNull();
});

it.each(['identity.wrong-code', 'identity.common-password', 'identity.registration-closed'] as const)(
  'shows the refusal %s and keeps the form',
  async (code) => {
    const page = open([
      route(register, () => {
        throw new FixtureRefusal(code);
      }),
    ]);
    await send(page);
    expect(await screen.findByText(errorMessage(code, 'en-US'), {}, found)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(texts.identity.email).value).toBe('new@example.com');
  },
);

it('blocks the button while the server answers', async () => {
  const held = Promise.withResolvers<undefined>();
  const page = open([], { instead: (url) => (url.endsWith(register.path) ? held.promise : undefined) });
  await send(page);
  await waitFor(() => expect(document.querySelector('.ant-btn-loading')).not.toBeNull(), found);
  expect(screen.queryByRole('heading', { name: texts.identity.registered })).toBeNull();
  held.resolve(undefined);
  await screen.findByRole('heading', { name: texts.identity.registered }, found);
});

it('has no form while registration is closed', async () => {
  open([route(getSystemConfig, () => ({ ...systemConfig, registrationOpen: false }))]);
  expect(await screen.findByText(texts.identity.registrationClosed, {}, found)).toBeTruthy();
  expect(screen.queryByLabelText(texts.identity.email)).toBeNull();
  const login = screen.getByRole('link', { name: texts.identity.logIn });
  expect(login.getAttribute('href')).toBe('/login?redirect=%2Fuser%2Finfo');
});

it('validates a field left empty only on submit', async () => {
  const { user } = open();
  const email = await screen.findByLabelText(texts.identity.email, {}, found);
  email.focus();
  await user.tab();
  enter(email, 'new');
  fireEvent.blur(email);
  await screen.findByText(texts.validation.email, {}, found);
  expect(screen.queryByText(texts.validation.required)).toBeNull();
  enter(email, '');
  fireEvent.blur(email);
  await waitFor(() => expect(screen.queryByText(texts.validation.email)).toBeNull(), found);
  expect(screen.queryByText(texts.validation.required)).toBeNull();
  await user.click(button(texts.identity.register));
  expect(await screen.findAllByText(texts.validation.required, {}, found)).not.toEqual([]);
});
