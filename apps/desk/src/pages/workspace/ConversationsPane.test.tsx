import {
  accountWith,
  type DeskServer,
  DeskWorld,
  sampleId,
  startDeskServer,
} from '@parley/chat-core/fixtures';
import { useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { InputRef } from 'antd';
import { useRef } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TriageTools } from '../../features/conversations/TriageTools.tsx';
import { useConversationUpdates } from '../../features/conversations/use-conversation-updates.ts';
import { type Triage, useTriage } from '../../features/conversations/use-triage.tsx';
import { socialAccountsQuery } from '../../features/social-accounts/account-queries.ts';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { useDesk } from '../../lib/desk-context.tsx';
import { ConversationsPane } from './ConversationsPane.tsx';
import { useDeskLocation } from './use-desk-location.ts';
import { useOpenList } from './use-open-list.ts';

let world: DeskWorld;
let server: DeskServer;
beforeEach(async () => {
  world = new DeskWorld();
  server = await startDeskServer(world);
  ['Ada', 'Bea', 'Cleo'].forEach((title, at) => {
    const id = sampleId(0xc1 + at);
    world.addConversation({ id, title });
    world.write(id, { id: sampleId(at + 1), sentAt: Date.now() - (at + 1) * 60_000 });
  });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

function Pane() {
  const { client } = useDesk();
  const location = useDeskLocation();
  const list = useOpenList(location);
  const { data: accounts = [] } = useQuery(socialAccountsQuery(client));
  const change = useTriage();
  const triage: Triage = (conversation, act) => {
    if (act.kind !== 'hand-over') change(conversation, act);
  };
  const searchRef = useRef<InputRef>(null);
  useConversationUpdates();
  const open = list.conversations.find(({ id }) => id === location.conversationId);
  return (
    <>
      <ConversationsPane
        location={location}
        list={list}
        accounts={accounts}
        onSelectAccount={(socialAccountId) => location.setFilters({ socialAccountId })}
        searchRef={searchRef}
        onTriage={triage}
        onIntent={() => undefined}
        onHandedOver={() => undefined}
      />
      {open ? <TriageTools conversation={open} onTriage={triage} /> : null}
      <output>{useLocation().search}</output>
    </>
  );
}

const show = (path = '/') =>
  renderDesk(
    <Routes>
      <Route path="/" element={<Pane />} />
      <Route path="/c/:conversationId" element={<Pane />} />
    </Routes>,
    server,
    path,
  );
const titles = () => [...document.querySelectorAll('.desk-row-title')].map((title) => title.textContent);
const isShown = (...expected: string[]) => waitFor(() => expect(titles()).toEqual(expected));
const chooseFor = async (title: string, name: RegExp | string) => {
  const row = screen.getByText(title).closest('li');
  if (row === null) throw new Error(`no row of ${title}`);
  fireEvent.click(within(row).getByRole('button', { name: 'Pin, snooze, close, archive or hand over' }));
  fireEvent.click(await screen.findByRole('menuitem', { name }));
};
const press = (key: string) => act(() => void fireEvent.keyDown(document.body, { key }));

it('pins on top, and undoes it by the key', async () => {
  show();
  await isShown('Ada', 'Bea', 'Cleo');
  await chooseFor('Cleo', 'Pin');
  await isShown('Cleo', 'Ada', 'Bea');
  await screen.findByText('Pinned');
  press('u');
  await isShown('Ada', 'Bea', 'Cleo');
});

it('moves a snoozed conversation to its view, with the end, and undoes it from the toast', async () => {
  show();
  await isShown('Ada', 'Bea', 'Cleo');
  await chooseFor('Bea', /^In 1 hour/);
  await isShown('Ada', 'Cleo');
  fireEvent.click(screen.getByText(/^Snoozed/, { selector: '.ant-segmented-item-label' }));
  await isShown('Bea');
  screen.getByText(/^Until \d\d:\d\d|^Until .+/);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('No snoozed conversations');
});

it('closes the open conversation by a key, unless the customer has just written', async () => {
  const id = sampleId(0xc1);
  show(`/c/${id}`);
  await isShown('Ada', 'Bea', 'Cleo');
  press('e');
  await isShown('Bea', 'Cleo');
  press('u');
  await isShown('Ada', 'Bea', 'Cleo');
  world.emit = () => undefined;
  world.write(id, { id: sampleId(77), sentAt: Date.now() });
  press('e');
  await screen.findByText(/customer has just written/);
  expect(titles()).toContain('Ada');
});

it('archives the open conversation by a key, lists it by a filter, and keeps it archived when the customer writes', async () => {
  const id = sampleId(0xc1);
  show(`/c/${id}`);
  await isShown('Ada', 'Bea', 'Cleo');
  press('a');
  await isShown('Bea', 'Cleo');
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Archived' }));
  await isShown('Ada');
  world.write(id, { id: sampleId(78), sentAt: Date.now() });
  await isShown('Ada');
  fireEvent.click(screen.getByRole('button', { name: 'Remove the filter “Archived”' }));
  await isShown('Bea', 'Cleo');
  press('u');
  await isShown('Ada', 'Bea', 'Cleo');
});

it.each(['/?view=archived', '/?view=archived&q=nobody', '/?kind=group'])(
  'takes the filters of %s off where nothing matches',
  async (path) => {
    show(path);
    fireEvent.click(await screen.findByRole('button', { name: 'Show all conversations' }));
    await isShown('Ada', 'Bea', 'Cleo');
  },
);

it('returns the focus to a row’s button, or to the next row if its own is gone', async () => {
  show();
  await isShown('Ada', 'Bea', 'Cleo');
  const row = screen.getByText('Bea').closest('li');
  const button = () => row?.querySelector('button');
  button()?.focus();
  fireEvent.click(button() ?? document.body);
  const first = await screen.findByRole('menuitem', { name: 'Pin' });
  first.focus();
  fireEvent.keyDown(first, { key: 'Escape', keyCode: 27 });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button()));
  fireEvent.click(button() ?? document.body);
  const close = await screen.findByRole('menuitem', { name: 'Close' });
  // The Enter must be consumed: otherwise it would press the button that has regained the focus.
  expect(fireEvent.keyDown(close, { key: 'Enter', keyCode: 13 })).toBe(false);
  await isShown('Ada', 'Cleo');
  expect(document.activeElement?.textContent).toContain('Cleo');
});

it('lists waiting customers with their times, longest first', async () => {
  world.write(sampleId(0xc2), { id: sampleId(9), direction: 'out' });
  show('/?view=waiting');
  await isShown('Cleo', 'Ada');
  screen.getByText('Waiting for 3 min');
  await screen.findByText('Waiting 2');
});

it('keeps filters in the URL and removes them by their tags', async () => {
  world.accounts.push(accountWith({ id: sampleId(0xa1), platform: 'telegram', name: 'Bot' }));
  world.addConversation({
    id: sampleId(0xd1),
    title: 'Dora',
    platform: 'telegram',
    socialAccountId: sampleId(0xa1),
    lastMessageAt: 5,
  });
  show();
  await isShown('Ada', 'Bea', 'Cleo', 'Dora');
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Telegram' }));
  await isShown('Dora');
  expect(document.querySelector('output')?.textContent).toContain('platform=telegram');
  fireEvent.click(screen.getByLabelText('Remove the filter “Telegram”'));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filter' }));
  await isShown('Ada', 'Bea', 'Cleo', 'Dora');
});

it('filters by fan tags with the keyboard, keeps them in the URL and follows the owner’s changes', async () => {
  const [vip, wholesale] = [sampleId(0xe1), sampleId(0xe2)];
  world.fanTags = [
    { id: vip, name: 'VIP', colour: 'gold' },
    { id: wholesale, name: 'Wholesale', colour: 'grey' },
    { id: sampleId(0xe3), name: 'Unused', colour: 'red' },
  ];
  world.tag(sampleId(0xc1), [vip]);
  world.tag(sampleId(0xc2), [wholesale]);
  const { push } = show();
  await isShown('Ada', 'Bea', 'Cleo');
  press('f');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'VIP 1' }));
  await isShown('Ada');
  fireEvent.click(screen.getByRole('menuitem', { name: 'Wholesale 1' }));
  await isShown('Ada', 'Bea');
  expect(screen.queryByRole('menuitem', { name: /Unused/ })).toBeNull();
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape', code: 'Escape', keyCode: 27 });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filter' }));
  expect(document.querySelector('output')?.textContent).toBe(`?tags=${vip}%2C${wholesale}`);

  world.tag(sampleId(0xc3), [vip]);
  push('fanTags', {});
  await isShown('Ada', 'Bea', 'Cleo');
  fireEvent.click(screen.getByLabelText('Remove the filter “VIP”'));
  expect(document.activeElement).toBe(screen.getByLabelText('Remove the filter “Wholesale”'));
  await isShown('Bea');

  world.tag(sampleId(0xc2), []);
  push('fanTags', {});
  await screen.findByText('No matching conversations');
  await screen.findByText('Tag no longer in use');
  fireEvent.click(screen.getByRole('button', { name: 'Show all conversations' }));
  await isShown('Ada', 'Bea', 'Cleo');
});

it('restores the tags from the URL, and offers to reload them', async () => {
  const vip = sampleId(0xe1);
  world.fanTags = [{ id: vip, name: 'VIP', colour: 'gold' }];
  world.tag(sampleId(0xc1), [vip]);
  show(`/?tags=${vip},nonsense`);
  await isShown('Ada');
  await screen.findByLabelText('Remove the filter “VIP”');
  cleanup();
  show();
  await isShown('Ada', 'Bea', 'Cleo');
  const { fanTags } = world;
  const refused = () => {
    throw new Error('resource.not-found');
  };
  Object.defineProperty(world, 'fanTags', { configurable: true, get: refused });
  press('f');
  const retry = await screen.findByRole('menuitem', { name: /could not be loaded/ });
  Object.defineProperty(world, 'fanTags', { value: fanTags });
  fireEvent.click(retry);
  await screen.findByRole('menuitem', { name: 'VIP 1' });
});

it('finds messages by their words, highlighted, below customers with that name', async () => {
  world.write(sampleId(0xc2), { id: sampleId(9), original: 'un sombrero azul' });
  show('/?q=sombrero');
  const marked = await screen.findByText('sombrero', { selector: 'mark' });
  expect(marked.closest('a')?.getAttribute('href')).toBe(`/c/${sampleId(0xc2)}?q=sombrero&at=2`);
  screen.getByText('No matching conversations');
  cleanup();
  show('/?q=sombrero&platform=telegram');
  await screen.findByText('No matching messages');
  cleanup();
  show('/?q=be');
  await isShown('Bea');
  expect(document.querySelector('.desk-row-title mark')?.textContent).toBe('Be');
  cleanup();
  show('/?q=nothing');
  await screen.findByText('No matching messages');
});
