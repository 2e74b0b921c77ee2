import { errorMessage } from '@parley/contract';
import { forgotPassword } from '@parley/contract/identity';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { button, enter, inFreshBrowser, texts } from '../../app/testing/fresh-browser.ts';
import { address, found, waitForAddress } from '../../app/testing/page-harness.tsx';
import { type PageOptions, renderPage } from '../../app/testing/render-page.tsx';
import { browserLoginVault } from '../../lib/saved-login.ts';
import { FixtureRefusal, type Route, route } from '../../lib/testing/route.ts';
import { ForgotPassword } from './ForgotPassword.tsx';

inFreshBrowser();

const at = '/forgotPassword?redirect=%2Fuser%2Finfo';
const changed = route(forgotPassword, () => null);
const open = (answers: readonly Route[] = [changed], options: PageOptions = {}) =>
  renderPage(<ForgotPassword />, { at, answers, ...options });

async function send({ user }: ReturnType<typeof open>, confirm = 'Changed12') {
  enter(await screen.findByLabelText(texts.identity.email, {}, found), 'owner@example.com');
  enter(screen.getByLabelText(texts.identity.code), '123456');
  enter(screen.getByLabelText(texts.identity.newPassword), 'Changed12');
  enter(screen.getByLabelText(texts.identity.confirm), confirm);
  await user.click(button(texts.identity.setPassword));
}

it('sets the password, also in the remembered login, and leads to the login', async () => {
  await browserLoginVault()?.save({ username: 'owner@example.com', password: 'Secret1' });
  await send(open());
  await waitForAddress('/login?redirect=%2Fuser%2Finfo');
  expect(await screen.findByText(texts.identity.passwordChanged, {}, found)).toBeTruthy();
  expect(await browserLoginVault()?.read()).toEqual({ username: 'owner@example.com', password: 'Changed12' });
});

it.each(['identity.wrong-code', 'identity.common-password'] as const)(
  'shows the refusal %s and stays',
  async (code) => {
    const page = open([
      route(forgotPassword, () => {
        throw new FixtureRefusal(code);
      }),
    ]);
    await send(page);
    expect(await screen.findByText(errorMessage(code, 'en-US'), {}, found)).toBeTruthy();
    expect(address()).toBe(at);
  },
);

it('blocks the button while the server answers', async () => {
  const held = Promise.withResolvers<undefined>();
  const page = open([changed], {
    instead: (url) => (url.endsWith(forgotPassword.path) ? held.promise : undefined),
  });
  await send(page);
  await waitFor(() => expect(document.querySelector('.ant-btn-loading')).not.toBeNull(), found);
  expect(address()).toBe(at);
  held.resolve(undefined);
  await waitForAddress('/login?redirect=%2Fuser%2Finfo');
});

it('sends nothing while the passwords differ', async () => {
  const page = open();
  await send(page, 'Changed13');
  expect(await screen.findByText(texts.validation['password-mismatch'], {}, found)).toBeTruthy();
  expect(page.server.asked.filter((line) => line.endsWith(forgotPassword.path))).toEqual([]);
});
