import { accountWith, type DeskServer, DeskWorld, startDeskServer } from '@parley/chat-core/fixtures';
import { ownReasons } from '@parley/contract/channels';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { AccountList } from './AccountList.tsx';

let server: DeskServer;
beforeEach(async () => {
  server = await startDeskServer(new DeskWorld());
});
afterEach(async () => {
  cleanup();
  await server.close();
});

function show(stateReason: string) {
  const accounts = [accountWith({ state: 'refused', stateReason })];
  renderDesk(<AccountList accounts={accounts} selected={null} onSelect={() => undefined} />, server);
  return screen.getByRole('button', { name: /Shop chat/ }).textContent;
}

it.each(ownReasons)('a reason of our own is a sentence: %s', (reason) => {
  const shown = show(reason);
  expect(shown).not.toContain(reason);
  expect(shown).not.toContain('account.reason');
  expect(shown).not.toContain('Rejected by the platform');
});

it('a limit is shown with its number', () => {
  expect(show('port-limit 5')).toContain('All 5 ports of this sub-account are in use');
});

it('a fault of its proxy is a sentence, with what the proxy said', () => {
  expect(show('proxy-login: 407 Who?')).toContain('The proxy rejected the user name or password: 407 Who?');
});

it.each(['Unauthorized', 'interrupted by the peer'])(
  'a platform’s reason is shown in its words: %s',
  (reason) => {
    expect(show(reason)).toContain(`Rejected by the platform: ${reason}`);
  },
);
