import { createQuickLogInCode, getLoginUserInfo, quickLogIn } from '@parley/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { quickCode } from '../fixtures/installation.ts';
import enUS from './locales/en-US.json' with { type: 'json' };
import { addressIs, found, type OpenedConsole, openConsole } from './testing/open-console.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

const list = '/subpage/sonAccount?status=disabled';
const tokens = JSON.stringify({ accessToken: 'good', refreshToken: 'next' });
const kept = () => [localStorage.getItem('ACCESS_TOKEN'), localStorage.getItem('REFRESH_TOKEN')];

describe('a quick link', () => {
  it.each([
    ['a one-time code', quickCode],
    ['tokens as JSON', tokens],
    ['tokens as JSON, encoded once more', encodeURIComponent(tokens)],
  ])('with %s opens the page that it names', async (_, quickLogin) => {
    openConsole(list, false, undefined, { quickLogin });
    expect(await screen.findByRole('heading', { name: 'Sub-accounts' }, found)).toBeTruthy();
    await addressIs(list);
    expect(kept()).toEqual(['good', 'next']);
  });

  it('loads who it is before anything else of the page is asked for', async () => {
    const { server } = openConsole(list, false, undefined, { quickLogin: quickCode });
    await screen.findByRole('heading', { name: 'Sub-accounts' }, found);
    const asked = server.asked.filter((request) => !request.includes('system-config'));
    expect(asked.slice(0, 2)).toEqual([`POST ${quickLogIn.path}`, `GET ${getLoginUserInfo.path}`]);
  });

  it.each([
    ['a code that has been used', 'used-up'],
    ['broken JSON', '{"accessToken":'],
    ['half of the tokens', '{"accessToken":"good"}'],
    ['tokens that nobody knows', '{"accessToken":"bad","refreshToken":"worse"}'],
  ])('with %s logs out, says so once, and leads to the log-in and back', async (_, quickLogin) => {
    openConsole(list, true, undefined, { quickLogin });
    await addressIs('/login?redirect=%2Fsubpage%2FsonAccount%3Fstatus%3Ddisabled');
    expect(await screen.findByText(enUS.session.quickLogInFailed, {}, found)).toBeTruthy();
    expect(document.querySelectorAll('.ant-message-notice')).toHaveLength(1);
    expect(kept()).toEqual([null, null]);
  });
});

describe('"Open in another browser"', () => {
  async function choose({ user }: OpenedConsole) {
    const account = () => screen.getByRole('button', { name: enUS.shell.account });
    // Its menu comes behind the first picture.
    await waitFor(() => expect(account().className).toContain('ant-dropdown-trigger'), found);
    await user.click(account());
    await user.click(await screen.findByText(enUS.quickLink.open, {}, found));
    return within(await screen.findByRole('dialog', {}, found));
  }

  async function openDialog() {
    const opened = openConsole(list, true);
    await screen.findByRole('heading', { name: 'Sub-accounts' }, found);
    return { ...opened, dialog: await choose(opened) };
  }

  it('gives an address of this page with a code, and says how long it opens', async () => {
    const { dialog } = await openDialog();
    const field = await dialog.findByRole('textbox', { name: enUS.quickLink.link }, found);
    expect(field.getAttribute('value')).toBe(`${window.location.origin}${list}&quickLogin=${quickCode}`);
    expect(dialog.getByText(/^Ends in (60|59|58) s$/)).toBeTruthy();
  });

  it('makes none when it is refused, says why in the dialog, and tries again', async () => {
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
