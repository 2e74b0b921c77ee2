import {
  createQuickLogInCode,
  getLoginUserInfo,
  logInSecondStep,
  logOut,
  quickLogIn,
} from '@parley/contract/identity';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import identityTexts from '../features/identity/locales/en-US.json' with { type: 'json' };
import { quickCode } from '../lib/testing/installation.ts';
import { sampleId } from '../lib/testing/samples.ts';
import {
  found,
  type OpenedConsole,
  openConsole,
  openedDialog,
  waitForAddress,
} from './testing/open-console.tsx';
import { enUS } from './testing/texts.ts';

const list = '/subpage/sonAccount?status=disabled';
const tokens = JSON.stringify({ accessToken: 'good', refreshToken: 'next' });
const kept = () => [localStorage.getItem('ACCESS_TOKEN'), localStorage.getItem('REFRESH_TOKEN')];

describe('a quick link', () => {
  it.each([
    ['a one-time code', quickCode],
    ['tokens as JSON', tokens],
    ['tokens as JSON, encoded once more', encodeURIComponent(tokens)],
  ])('a quick link with %s opens the page that it names', async (_, quickLogin) => {
    openConsole(list, false, undefined, { quickLogin });
    expect(await screen.findByRole('heading', { name: 'Sub-accounts' }, found)).toBeTruthy();
    await waitForAddress(list);
    expect(kept()).toEqual(['good', 'next']);
  });

  it('loads the user before the page sends other requests', async () => {
    const { server } = openConsole(list, false, undefined, { quickLogin: quickCode });
    await screen.findByRole('heading', { name: 'Sub-accounts' }, found);
    const asked = server.asked.filter((request) => !request.includes('/api/system/'));
    expect(asked.slice(0, 2)).toEqual([`POST ${quickLogIn.path}`, `GET ${getLoginUserInfo.path}`]);
  });

  it.each([
    ['a code that has been used', 'used-up'],
    ['broken JSON', '{"accessToken":'],
    ['half of the tokens', '{"accessToken":"good"}'],
    ['tokens that nobody knows', '{"accessToken":"bad","refreshToken":"worse"}'],
  ])('a quick link with %s reports it once, and leads to the login and back', async (_, quickLogin) => {
    openConsole(list, false, undefined, { quickLogin });
    await waitForAddress('/login?redirect=%2Fsubpage%2FsonAccount%3Fstatus%3Ddisabled');
    expect(await screen.findByText(enUS.session.quickLogInFailed, {}, found)).toBeTruthy();
    expect(document.querySelectorAll('.ant-message-notice')).toHaveLength(1);
    expect(kept()).toEqual([null, null]);
  });
});

/** Opens a link to another account than the logged-in one, with a token unknown to the fixture. */
function openAsOther(userId = '01900000-0000-7000-8000-0000000000ff') {
  const ended: string[] = [];
  const other = { accessToken: 'theirs', refreshToken: 'theirs-next' };
  const opened = openConsole(list, true, undefined, {
    quickLogin: quickCode,
    instead: async (url, init) => {
      const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? '';
      if (url === logOut.path) {
        ended.push(token);
        return answerWith(null);
      }
      if (url === quickLogIn.path) return answerWith({ ...other, expiresAt: 0 });
      if (token !== 'theirs') return undefined;
      const headers = { ...Object.fromEntries(new Headers(init.headers)), authorization: 'Bearer good' };
      const asGood = await opened.server(url, { ...init, headers });
      if (url !== getLoginUserInfo.path) return asGood;
      const { data } = await asGood.json();
      return answerWith({ ...data, id: userId, emailAddress: 'other@example.com' });
    },
  });
  return { ...opened, ended };
}
const answerWith = (data: unknown) => Response.json({ code: 200, msg: 'success', data });
const mine = ['good', 'next'];
const pageIsOpen = () => screen.findByRole('heading', { name: 'Sub-accounts' }, found);

describe('a quick link in a browser that is logged in', () => {
  it('asks for confirmation before it replaces the current account, whose session it ends', async () => {
    const { user, ended } = openAsOther();
    const dialog = within(await openedDialog());
    expect(dialog.getByText(/This link logs in as other@example\.com/)).toBeTruthy();
    expect([kept(), ended]).toEqual([mine, []]);
    await user.click(dialog.getByRole('button', { name: enUS.session.quickLinkContinue }));
    await pageIsOpen();
    expect([kept(), ended]).toEqual([['theirs', 'theirs-next'], ['good']]);
  });

  it('keeps the current login when its user stays, and ends the one opened by the link', async () => {
    const { user, ended } = openAsOther();
    const dialog = within(await openedDialog());
    await user.click(dialog.getByRole('button', { name: enUS.session.quickLinkStay }));
    await pageIsOpen();
    expect([kept(), ended]).toEqual([mine, ['theirs']]);
  });

  it('keeps the current login without confirmation when the link opens the same account', async () => {
    const { ended } = openAsOther(sampleId(9, 1));
    await pageIsOpen();
    expect([kept(), ended]).toEqual([mine, ['theirs']]);
  });

  it.each([
    ['tokens as JSON', tokens, enUS.session.quickLinkNeedsLogOut],
    ['broken JSON', '{"accessToken":', enUS.session.quickLinkNeedsLogOut],
    ['a code that has been used', 'used-up', enUS.session.quickLogInFailed],
  ])('keeps the current login and says why for %s', async (_, quickLogin, message) => {
    const { server } = openConsole(list, true, undefined, { quickLogin });
    expect(await screen.findByText(message, {}, found)).toBeTruthy();
    await pageIsOpen();
    expect(kept()).toEqual(mine);
    expect(server.asked).not.toContain(`POST ${logOut.path}`);
  });

  it('keeps the current login when the other one’s user can’t be loaded', async () => {
    const { server } = openConsole(list, true, undefined, {
      quickLogin: quickCode,
      instead: (url) => {
        if (url !== getLoginUserInfo.path || !server.asked.includes(`POST ${quickLogIn.path}`))
          return undefined;
        return server.asked.filter((asked) => asked.endsWith(url)).length > 2
          ? undefined
          : Response.json({ code: 500, msg: 'Broken', data: null }, { status: 500 });
      },
    });
    expect(await screen.findByText(enUS.session.quickLogInFailed, {}, found)).toBeTruthy();
    await pageIsOpen();
    expect(kept()).toEqual(mine);
  });
});

describe('a quick link of an account with two-factor authentication', () => {
  const secondStep = (url: string) => {
    const data = { error: 'identity.second-step', requestId: 'r', details: { challenge: 'riddle' } };
    if (url === quickLogIn.path) return Response.json({ code: 401, msg: 'Code', data }, { status: 401 });
    if (url !== logInSecondStep.path) return undefined;
    return answerWith({ accessToken: 'good', refreshToken: 'next', expiresAt: 0 });
  };

  it('asks for a code before it opens its page', async () => {
    const { user } = openConsole(list, false, undefined, { quickLogin: quickCode, instead: secondStep });
    await user.type(await screen.findByLabelText(enUS.security.code, {}, found), '123456');
    expect(kept()).toEqual([null, null]);
    await user.click(screen.getByRole('button', { name: enUS.identity.logIn }));
    await pageIsOpen();
    expect(kept()).toEqual(mine);
  });

  it('leads to the login when its user cancels', async () => {
    const { user } = openConsole(list, false, undefined, { quickLogin: quickCode, instead: secondStep });
    await user.click(await screen.findByRole('button', { name: enUS.security.back }, found));
    await waitForAddress('/login?redirect=%2Fsubpage%2FsonAccount%3Fstatus%3Ddisabled');
  });
});

describe('"Open in another browser"', () => {
  async function choose({ user }: OpenedConsole) {
    await user.click(screen.getByRole('button', { name: enUS.shell.account }));
    await user.click(await screen.findByText(identityTexts.quickLink.open, {}, found));
    return within(await openedDialog());
  }

  async function openDialog() {
    const opened = openConsole(list, true);
    await screen.findByRole('heading', { name: 'Sub-accounts' }, found);
    return { ...opened, dialog: await choose(opened) };
  }

  it('shows a URL of this page with a code, and how long it is valid', async () => {
    const { dialog } = await openDialog();
    const field = await dialog.findByRole('textbox', { name: identityTexts.quickLink.link }, found);
    expect(field.getAttribute('value')).toBe(`${window.location.origin}${list}&quickLogin=${quickCode}`);
    expect(dialog.getByText(/^Expires in (60|[1-5][0-9]) s$/)).toBeTruthy();
  });

  it('shows in the dialog why no code was created, and retries', async () => {
    const { dialog, ...opened } = await openDialog();
    const { server, user } = opened;
    await dialog.findByRole('textbox', {}, found);
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
    let refuse = true;
    server.instead = (url) => {
      if (!refuse || url !== createQuickLogInCode.path) return undefined;
      const data = { error: 'request.too-many', requestId: 'r' };
      return Response.json({ code: 429, msg: 'Too many requests', data }, { status: 429 });
    };
    const again = await choose(opened);
    expect(await again.findByText('Too many requests', {}, found)).toBeTruthy();
    refuse = false;
    await user.click(again.getByRole('button', { name: 'Try again' }));
    expect(await again.findByRole('textbox', {}, found)).toBeTruthy();
  });
});
