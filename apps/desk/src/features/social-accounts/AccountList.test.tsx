import { accountWith, type DeskServer, DeskWorld, startDeskServer } from '@parley/chat-core/fixtures';
import { ownReasons } from '@parley/contract/channels';
import { useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { useDesk } from '../../lib/desk-context.tsx';
import { AccountAlerts } from './AccountAlerts.tsx';
import { AccountList } from './AccountList.tsx';
import { socialAccountsQuery, useSocialAccountUpdates } from './account-queries.ts';

let world: DeskWorld;
let server: DeskServer;
beforeEach(async () => {
  world = new DeskWorld();
  server = await startDeskServer(world);
});
afterEach(async () => {
  cleanup();
  await server.close();
});

function show(stateReason: string) {
  const accounts = [accountWith({ state: 'refused', stateReason })];
  renderDesk(<AccountList accounts={accounts} selected={null} onSelect={() => undefined} />, server);
  return screen.getByRole('button', { name: /^(?!Mute).*Shop chat/ }).textContent;
}

it.each(ownReasons)('shows one of Parley’s reasons as a sentence: %s', (reason) => {
  const shown = show(reason);
  expect(shown).not.toContain(reason);
  expect(shown).not.toContain('account.reason');
  expect(shown).not.toContain('Rejected by the platform');
});

it('a limit is shown with its number', () => {
  expect(show('port-limit 5')).toContain('All 5 ports of this sub-account are in use');
});

it('shows a proxy’s failure as a sentence, with the proxy’s message', () => {
  expect(show('proxy-login: 407 Who?')).toContain('The proxy rejected the user name or password: 407 Who?');
});

it.each(['Unauthorized', 'interrupted by the peer'])(
  'a platform’s reason is shown in its words: %s',
  (reason) => {
    expect(show(reason)).toContain(`Rejected by the platform: ${reason}`);
  },
);

/** Renders the list and the settings, as a desk does. */
function Accounts() {
  const { data = [] } = useQuery(socialAccountsQuery(useDesk().client));
  useSocialAccountUpdates();
  return (
    <>
      <AccountList accounts={data} selected={null} onSelect={() => undefined} />
      <AccountAlerts accounts={data} />
    </>
  );
}
const muteButton = () => screen.findByRole('button', { name: 'Mute Shop chat' });
const pressed = async () => (await muteButton()).getAttribute('aria-pressed');

it('mutes an account on the server, from the list and from the settings, and marks it', async () => {
  renderDesk(<Accounts />, server);
  expect(await pressed()).toBe('false');
  fireEvent.click(await muteButton());
  await waitFor(async () => expect(await pressed()).toBe('true'));
  expect(world.accounts[0]?.muted).toBe(true);
  fireEvent.click(screen.getByRole('switch', { name: 'Shop chat' }));
  await waitFor(async () => expect(await pressed()).toBe('false'));
  expect(world.accounts[0]?.muted).toBe(false);
});

it('shows what another desk of the sub-account muted', async () => {
  const { push } = renderDesk(<Accounts />, server);
  expect(await pressed()).toBe('false');
  push('accountMuted', { socialAccountId: accountWith().id, muted: true });
  expect(await pressed()).toBe('true');
});

it('shows no account that was moved away', async () => {
  const { push } = renderDesk(<Accounts />, server);
  await muteButton();
  const { id } = accountWith();
  world.accounts.length = 0;
  push('account', { socialAccountId: id, state: 'online', reason: null });
  push('accountMoved', { socialAccountId: id });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mute Shop chat' })).toBeNull());
});

it('leaves an account unchanged when the server can’t be reached', async () => {
  renderDesk(<Accounts />, server);
  const button = await muteButton();
  server.setDown(true);
  fireEvent.click(button);
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(await pressed()).toBe('false');
});
