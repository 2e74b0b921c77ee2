/** Unsaved input of a page outlives the end of a session, for the same user. */
import { getLoginUserInfo } from '@parley/contract/identity';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import subAccountsTexts from '../features/sub-accounts/locales/en-US.json' with { type: 'json' };
import { found, type OpenedConsole, openConsole, waitForAddress } from './testing/open-console.tsx';
import { enUS } from './testing/texts.ts';

// Preloads the login page, as a browser has it once its URL has changed.
beforeAll(() => import('../pages/login/Login.tsx'));

/** Opens the profile with an unsaved introduction. */
async function typeSomething(): Promise<OpenedConsole> {
  const opened = openConsole('/user/setting', true);
  fireEvent.change(await introductionField(), { target: { value: 'Night shift' } });
  return opened;
}

const introductionField = () => screen.findByLabelText<HTMLInputElement>('Introduction', {}, found);
const loginAddress = '/login?redirect=%2Fuser%2Fsetting';

async function timeOut({ server, session }: OpenedConsole): Promise<void> {
  server.trouble = 'expired';
  await session.client.renew('good').catch(() => undefined);
  await screen.findByLabelText('E-mail', {}, found);
  server.trouble = 'none';
}

async function logIn({ user }: OpenedConsole): Promise<void> {
  const email = await screen.findByLabelText('E-mail', {}, found);
  fireEvent.change(email, { target: { value: 'owner@example.com' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'Secret1' } });
  await user.click(screen.getByRole('button', { name: 'Log in' }));
}

it('restores the page and its input after a timeout, and requests its data again', async () => {
  const opened = await typeSomething();
  await timeOut(opened);
  await waitForAddress(loginAddress);
  opened.server.asked.length = 0;
  await logIn(opened);
  await waitForAddress('/user/setting');
  expect((await introductionField()).value).toContain('Night shift');
  expect(opened.server.asked).toContain('GET /api/user/profile');
});

it('drops the kept pages when another user logs in', async () => {
  const opened = await typeSomething();
  await timeOut(opened);
  opened.server.instead = async (url, init) => {
    if (url !== getLoginUserInfo.path) return undefined;
    opened.server.instead = () => undefined;
    const envelope = await (await opened.server(url, init)).json();
    const data = { ...envelope.data, id: '0198c0de-0000-7000-8000-00000000beef' };
    return Response.json({ ...envelope, data });
  };
  await logIn(opened);
  await waitForAddress('/user/setting');
  expect((await introductionField()).value).not.toContain('Night shift');
});

it('drops the kept pages after a deliberate logout', async () => {
  const opened = await typeSomething();
  await opened.session.logOut();
  await waitForAddress('/login');
  await logIn(opened);
  await waitForAddress('/workplace/home');
  opened.go('/user/setting');
  expect((await introductionField()).value).not.toContain('Night shift');
});

it('keeps a search that had not reached the URL when the session ended', async () => {
  const opened = openConsole('/subpage/sonAccount', true);
  await screen.findByText('34 entries', {}, found);
  const search = () => screen.getByLabelText<HTMLInputElement>(subAccountsTexts.subAccounts.search);
  // In one turn, so that the debounced search doesn't start first.
  const over = timeOut(opened);
  fireEvent.change(search(), { target: { value: 'Night' } });
  await over;
  await waitForAddress('/login?redirect=%2Fsubpage%2FsonAccount');
  await logIn(opened);
  await waitForAddress('/subpage/sonAccount?search=Night');
  expect(search().value).toBe('Night');
});

it('restores a kept page without its open dialog, which antd can’t show again', async () => {
  const opened = openConsole('/subpage/sonAccount', true);
  await screen.findByText('34 entries', {}, found);
  await opened.user.click(screen.getByRole('button', { name: /Create/ }));
  const remark = () =>
    screen.queryByLabelText<HTMLInputElement>(subAccountsTexts.subAccounts.remark, { selector: 'input' });
  await waitFor(() => expect(remark()).toBeTruthy(), found);
  await timeOut(opened);
  await logIn(opened);
  await waitForAddress('/subpage/sonAccount');
  expect(await screen.findByText('34 entries', {}, found)).toBeTruthy();
  expect(remark()).toBeNull();
});

it('asks for confirmation before a tab with unsaved input is closed, reloaded or left', async () => {
  const { user } = openConsole('/user/setting', true);
  const nickname = await screen.findByLabelText<HTMLInputElement>('Nickname', {}, found);
  fireEvent.change(nickname, { target: { value: 'Not yet saved' } });
  const closing = () => user.click(screen.getByRole('button', { name: 'Close Settings' }));
  await closing();
  await screen.findByText(enUS.unsaved.title, {}, found);
  await user.click(screen.getByRole('button', { name: enUS.unsaved.stay }));
  await waitFor(() => expect(screen.queryByText(enUS.unsaved.title)).toBeNull(), found);
  expect(nickname.value).toBe('Not yet saved');
  await closing();
  await user.click(await screen.findByRole('button', { name: enUS.unsaved.leave }, found));
  await waitForAddress('/workplace/home');
  expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull();
});
