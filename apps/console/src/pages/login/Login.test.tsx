import { errorMessage } from '@parley/contract';
import { logIn } from '@parley/contract/identity';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { button, enter, inFreshBrowser, texts } from '../../app/testing/fresh-browser.ts';
import { found } from '../../app/testing/page-harness.tsx';
import { type PageOptions, renderPage } from '../../app/testing/render-page.tsx';
import { FixtureRefusal, type Route, route } from '../../lib/testing/route.ts';
import { sampleTime } from '../../lib/testing/samples.ts';
import { Login } from './Login.tsx';

inFreshBrowser();

const answered = (handle: () => ReturnType<typeof tokens>) => route(logIn, handle);
const tokens = () => ({ accessToken: 'fresh', refreshToken: 'fresher', expiresAt: sampleTime });
const open = (answers: readonly Route[], options: PageOptions = {}) =>
  renderPage(<Login />, { at: '/login?redirect=%2Fuser%2Finfo', answers, ...options });

async function send({ user }: ReturnType<typeof open>) {
  enter(await screen.findByLabelText(texts.identity.email, {}, found), 'owner@example.com');
  enter(screen.getByLabelText(texts.identity.password), 'Secret1');
  await user.click(button(texts.identity.logIn));
}

it('sends the input and stores the tokens', async () => {
  const sent: unknown[] = [];
  const page = open([
    route(logIn, ({ body }) => {
      sent.push(body);
      return tokens();
    }),
  ]);
  await send(page);
  await waitFor(() => expect(localStorage.getItem('ACCESS_TOKEN')).toBe('fresh'), found);
  expect(sent).toEqual([{ username: 'owner@example.com', password: 'Secret1' }]);
});

it.each(['identity.wrong-credentials', 'identity.not-for-console'] as const)(
  'shows the refusal %s above the button, until something is entered',
  async (code) => {
    const page = open([
      answered(() => {
        throw new FixtureRefusal(code);
      }),
    ]);
    await send(page);
    const sentence = errorMessage(code, 'en-US');
    expect(await screen.findByText(sentence, {}, found)).toBeTruthy();
    expect(localStorage.getItem('ACCESS_TOKEN')).toBe('good');
    enter(screen.getByLabelText(texts.identity.password), 'Secret2');
    await waitFor(() => expect(screen.queryByText(sentence)).toBeNull(), found);
  },
);

it('blocks the button while the server answers', async () => {
  const held = Promise.withResolvers<undefined>();
  const page = open([answered(tokens)], {
    instead: (url) => (url.endsWith(logIn.path) ? held.promise : undefined),
  });
  const loading = () => document.querySelector('.ant-btn-loading');
  await send(page);
  await waitFor(() => expect(loading()).not.toBeNull(), found);
  held.resolve(undefined);
  await waitFor(() => expect(loading()).toBeNull(), found);
});

it('sends nothing while a field is empty', async () => {
  const { user, server } = open([answered(tokens)]);
  await screen.findByLabelText(texts.identity.email, {}, found);
  await user.click(button(texts.identity.logIn));
  await waitFor(() => expect(screen.getAllByText(texts.validation.required)).toHaveLength(2), found);
  expect(server.asked.filter((line) => line.endsWith(logIn.path))).toEqual([]);
});

it('links to registration and password reset, and keeps the redirect target', async () => {
  open([]);
  for (const [name, href] of [
    [texts.identity.register, '/register?redirect=%2Fuser%2Finfo'],
    [texts.identity.forgotten, '/forgotPassword?redirect=%2Fuser%2Finfo'],
  ] as const) {
    expect((await screen.findByRole('link', { name }, found)).getAttribute('href')).toBe(href);
  }
});
