/** Every row of the specification's "Behaviour by code", as seen by the console's user. */

import { setSocialAccountEnabled } from '@parley/contract/channels';
import { getCharacterSummary } from '@parley/contract/characters';
import { refreshToken, sessionEndings } from '@parley/contract/identity';
import { subAccountPage } from '@parley/contract/sub-accounts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FakeFetch } from '../lib/testing/fake-fetch.ts';
import { busyWorld, type ConsoleWorld } from './testing/console-world.ts';
import {
  found,
  type OpenedConsole,
  openConsole,
  openedDialog,
  waitForAddress,
} from './testing/open-console.tsx';
import { enUS } from './testing/texts.ts';

type Answer = (init: RequestInit) => Response | Promise<Response>;
type Instead = FakeFetch['instead'];

/** An error response as the server sends it. */
function refusal(code: number, msg: string, error = 'elsewhere.unknown'): Response {
  const status = code > 599 ? 401 : code;
  return Response.json({ code, msg, data: { error, requestId: 'r-7' } }, { status });
}

/** Replaces the answer of one endpoint only. */
const at =
  ({ path }: { path: string }, answer: Answer): Instead =>
  (url, init) =>
    url.startsWith(path) ? answer(init) : undefined;

/** The texts of the visible toasts. */
const toasts = () =>
  [...document.querySelectorAll('.ant-message-notice')].map((notice) => notice.textContent ?? '');
const toastIs = (text: string) => waitFor(() => expect(toasts()).toEqual([text]), found);

/** Makes a query fail that the page itself doesn't show: the number of characters in the navbar. */
function read(answer: Answer, timeLimitMs?: number) {
  const more = timeLimitMs === undefined ? {} : { timeLimitMs };
  const instead = at(getCharacterSummary, answer);
  const small = busyWorld();
  small.subAccounts.length = 1;
  return openConsole('/subpage/sonAccount', true, small, { instead, ...more });
}

/** A world whose only social account is disabled. */
function world(): ConsoleWorld {
  const made = busyWorld();
  const [first] = made.socialAccounts;
  if (first !== undefined) first.enabled = false;
  made.socialAccounts.length = 1;
  return made;
}

const switchOn = async ({ user }: OpenedConsole) =>
  user.click(await screen.findByRole('button', { name: 'Enable Website' }, found));

/** Enables the first social account, as an example of a write. */
async function write(answer: Answer): Promise<OpenedConsole> {
  const instead = at(setSocialAccountEnabled, answer);
  const opened = openConsole('/subpage/socialAccount', true, world(), { instead });
  await switchOn(opened);
  return opened;
}

/** Verifies that no other message follows: the toast of a failure caused afterwards is the only one. */
async function saysNothingElse(opened: OpenedConsole): Promise<void> {
  opened.server.instead = at(setSocialAccountEnabled, () => refusal(409, 'The last word'));
  opened.go('/subpage/socialAccount');
  await switchOn(opened);
  await toastIs('The last word');
}

describe('401', () => {
  it('renews the session and repeats the request without the user noticing', async () => {
    let refreshed = 0;
    const instead: Instead = (url, init) => {
      if (url.startsWith(refreshToken.path)) {
        refreshed += 1;
        const data = { accessToken: 'good', refreshToken: 'after', expiresAt: 1 };
        return Response.json({ code: 200, msg: '', data });
      }
      const old = new Headers(init.headers).get('authorization') === 'Bearer old';
      return old ? refusal(401, 'Who?', 'auth.required') : undefined;
    };
    localStorage.setItem('ACCESS_TOKEN', 'old');
    localStorage.setItem('REFRESH_TOKEN', 'next');
    const opened = openConsole('/subpage/sonAccount', false, world(), { instead });
    expect(await screen.findByText('34 entries', {}, found)).toBeTruthy();
    expect([refreshed, localStorage.getItem('REFRESH_TOKEN')]).toEqual([1, 'after']);
    await saysNothingElse(opened);
  });

  it('reports once that an expired session can’t be renewed, drops the tokens and leads to the login', async () => {
    const { server, user } = openConsole('/subpage/sonAccount', true);
    await screen.findByText('34 entries', {}, found);
    server.trouble = 'expired';
    await user.click(screen.getByRole('link', { name: 'Social accounts' }));
    await waitForAddress('/login?redirect=%2Fsubpage%2FsocialAccount');
    await toastIs(enUS.session.timeout);
    expect([localStorage.getItem('ACCESS_TOKEN'), localStorage.getItem('REFRESH_TOKEN')]).toEqual([
      null,
      null,
    ]);
    expect(toasts()).toEqual([enUS.session.timeout]);
  });

  it('shows no message at the login', async () => {
    const opened = openConsole('/login', false, world());
    await screen.findByLabelText('E-mail', {}, found);
    const late = opened.session.client.call(getCharacterSummary);
    await expect(late).rejects.toMatchObject({ code: 401, silent: true });
    opened.session.logIn({ accessToken: 'good', refreshToken: 'next', expiresAt: 0 });
    await waitForAddress('/workplace/home');
    await saysNothingElse(opened);
  });

  it.each(['invalid refresh token', 'refresh token expired'])(
    'a 401 with the message %j rejects silently',
    async (message) => {
      await saysNothingElse(await write(() => refusal(403, message)));
    },
  );
});

it('shows a 500 in the server’s words, with the request id for support', async () => {
  await write(() => refusal(500, 'Server error, contact the administrator'));
  await toastIs('Server error, contact the administrator (request ID: r-7)');
});

it('shows a 901 as a notice about the demonstration, not as an error', async () => {
  await write(() => refusal(901, 'Demo mode, write operations not allowed', 'demo.read-only'));
  await toastIs('Demo mode, write operations not allowed');
  expect(document.querySelector('.ant-message-warning')).not.toBeNull();
  expect(document.querySelector('.ant-message-error')).toBeNull();
});

it('shows nothing for a 40101, which rejects with the code only', async () => {
  await saysNothingElse(await write(() => refusal(40_101, 'The pass is gone', 'auth.pass-required')));
});

describe('any other code', () => {
  it.each([404, 409, 422, 777, 20_001])('shows a %i of a write in the server’s words', async (code) => {
    await write(() => refusal(code, `No, says ${code}`));
    await toastIs(`No, says ${code}`);
  });

  it('reports any other code even for a query that the page doesn’t show', async () => {
    read(() => refusal(403, 'No permission for the current operation'));
    await toastIs('No permission for the current operation');
  });

  it('reports any other code once, where it happened, on a page that shows it', async () => {
    const instead = at(subAccountPage, () => refusal(404, 'Not to be found'));
    const opened = openConsole('/subpage/sonAccount', true, world(), { instead });
    const [alert, ...others] = await screen.findAllByText('Not to be found', {}, found);
    expect(alert?.closest('[role=alert]')).not.toBeNull();
    expect(others).toEqual([]);
    await saysNothingElse(opened);
  });

  it('treats 20000 as a success', async () => {
    const data = { ownerRemaining: 4711, allocated: 0, usedToday: 0, usedTotal: 0, translationsToday: 0 };
    read(() => Response.json({ code: 20_000, msg: '', data }));
    expect(await screen.findByText(/4,711/, {}, found)).toBeTruthy();
  });
});

describe.each([50_008, 50_012, 50_014])('%i', (code) => {
  const dialog = async () => {
    const shown = within(await openedDialog());
    expect(shown.getByText(enUS.session.confirmLogout)).toBeTruthy();
    expect(shown.getByText('Not valid any more')).toBeTruthy();
    return shown;
  };
  const refused = () => write(() => refusal(code, 'Not valid any more'));

  it('offers to log in again, and leads to the login and back', async () => {
    const { user } = await refused();
    await user.click((await dialog()).getByRole('button', { name: enUS.session.logInAgain }));
    await waitForAddress('/login?redirect=%2Fsubpage%2FsocialAccount');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
    expect(toasts()).toEqual([]);
  });

  it('lets the user stay on the visible page', async () => {
    const { user, session } = await refused();
    await user.click((await dialog()).getByRole('button', { name: enUS.session.stay }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
    await waitForAddress('/subpage/socialAccount');
    expect(session.isLoggedIn()).toBe(true);
    expect(screen.getByRole('button', { name: 'Enable Website' })).toBeTruthy();
  });
});

it('shows why the server ended a session, in the server’s words and the reader’s language', async () => {
  const { session } = openConsole('/subpage/sonAccount', true);
  await screen.findByText('34 entries', {}, found);
  session.endedByServer({ reason: 'two-factor-reset', sentence: sessionEndings['two-factor-reset'] });
  await waitForAddress('/login?redirect=%2Fsubpage%2FsonAccount');
  await toastIs(sessionEndings['two-factor-reset']['en-US']);
});

describe('without an envelope', () => {
  it('reports a lost network', async () => {
    read(() => Promise.reject(new TypeError('Failed to fetch')));
    await toastIs('Network exception, please check your network connection');
  });

  it('reports a server that doesn’t answer in time', async () => {
    const silence: Answer = ({ signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    read(silence, 100);
    await toastIs('API request timed out, please refresh the page and try again');
  });

  it.each([
    [404, 'Request failed (404)'],
    [413, 'Request failed (413)'],
  ])('shows status %i by its last three characters', async (status, text) => {
    read(() => new Response('<html>', { status }));
    await toastIs(text);
  });

  it('reports an unreadable answer', async () => {
    read(() => new Response('<html>'));
    await toastIs('Request error, please try again later');
  });

  it('reports a fault of the page itself without its message', async () => {
    const opened = openConsole('/subpage/socialAccount', true, world());
    await screen.findByRole('button', { name: 'Enable Website' }, found);
    opened.session.client.call = () => Promise.reject(new TypeError('undefined is not a function'));
    await switchOn(opened);
    await toastIs('Operation failed, system error');
  });
});
