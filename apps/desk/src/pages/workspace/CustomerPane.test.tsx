import {
  type DeskServer,
  DeskWorld,
  sampleConversationId as here,
  sampleId,
  startDeskServer,
  workOrderWith,
} from '@parley/chat-core/fixtures';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { conversationQuery } from '../../features/conversations/conversation-queries.ts';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { useDesk } from '../../lib/desk-context.tsx';
import { CustomerPane, hasPane } from './CustomerPane.tsx';
import { useCustomerPane } from './use-customer-pane.ts';

let world: DeskWorld;
let server: DeskServer;
const fan = { id: sampleId(7), verdict: 'new' as const, tagIds: [sampleId(0x71)] };
beforeEach(async () => {
  world = new DeskWorld();
  world.addConversation({ id: here, fan });
  world.fanTags = [{ id: sampleId(0x71), name: 'VIP', colour: 'gold' }];
  server = await startDeskServer(world);
});
afterEach(async () => {
  cleanup();
  widen(1024);
  await server.close();
});

function widen(width: number) {
  // Only the simulated browser's window can be resized, and only through this property.
  const simulated = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } };
  act(() => simulated.happyDOM.setViewport({ width }));
}

function Opened() {
  const { client } = useDesk();
  const { data } = useQuery(conversationQuery(client, useQueryClient(), here));
  const pane = useCustomerPane(hasPane(data));
  return (
    <CustomerPane
      conversation={data}
      account={undefined}
      pane={pane}
      sharing
      onChanged={() => undefined}
      pathOf={(id) => `/c/${id}?q=shoe`}
    />
  );
}
const show = () => renderDesk(<Opened />, server);
const pane = () => screen.findByRole('complementary', { name: 'Customer profile' });
const part = async (title: string) => {
  const heading = await within(await pane()).findByRole('heading', { name: title });
  const group = heading.closest('details');
  if (group === null) throw new Error('no group');
  return within(group);
};

it('shows tags, language, notes, other conversations and the work order beside the chat', async () => {
  const other = {
    id: sampleId(0xc1),
    fan,
    unread: 2,
    lastMessageAt: 1_770_000_000_000,
    closedAt: 1_770_000_100_000,
  };
  world.addConversation(other);
  world.workOrders = [workOrderWith()];
  widen(1440);
  show();
  expect(await (await part('Tags')).findByText('VIP')).toBeTruthy();
  expect(await (await part('Customer language')).findByText('Detected: Spanish')).toBeTruthy();
  expect(await (await part('Profile and notes')).findByLabelText('Notes')).toBeTruthy();
  const link = await (await part('Other conversations')).findByRole('link', { name: /Shop chat/ });
  expect(link.getAttribute('href')).toBe(`/c/${sampleId(0xc1)}?q=shoe`);
  expect((await part('Other conversations')).getByText('Closed')).toBeTruthy();
  expect((await part('Today’s work order')).getByText('12 / 50')).toBeTruthy();
  expect((await part('Today’s work order')).getByText('7 / 20')).toBeTruthy();
  expect((await part('Seen on this account')).getAllByText(/2026/)).toHaveLength(2);
});

it('explains empty parts: no tag, no other conversation, no work order', async () => {
  world.addConversation({ id: here, fan: { ...fan, tagIds: [] } });
  widen(1440);
  show();
  expect(await (await part('Tags')).findByText(/^No tags/)).toBeTruthy();
  expect(await (await part('Other conversations')).findByText(/^None/)).toBeTruthy();
  expect(await (await part('Today’s work order')).findByText(/^No open work order/)).toBeTruthy();
});

it('remembers that it was closed, and opens again by its key', async () => {
  widen(1440);
  const page = show();
  fireEvent.click(within(await pane()).getByRole('button', { name: 'Close the customer panel' }));
  expect(screen.queryByRole('complementary')).toBeNull();
  page.unmount();
  show();
  const read = `GET /api/desk/conversations/${here}`;
  await waitFor(() => expect(server.requests.filter((request) => request === read)).toHaveLength(2));
  expect(screen.queryByRole('complementary')).toBeNull();
  fireEvent.keyDown(document.body, { key: 'c' });
  expect(await pane()).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'c' });
  expect(screen.queryByRole('complementary')).toBeNull();
});

it('remembers which sections are closed, and requests none of their contents', async () => {
  localStorage.setItem('desk:customerGroup:profile', 'closed');
  widen(1440);
  show();
  expect((await part('Profile and notes')).queryByLabelText('Notes')).toBeNull();
  expect(server.requests.some((path) => path.includes('customerProfile'))).toBe(false);
  const summary = (await part('Profile and notes')).getByText('Profile and notes').closest('summary');
  if (summary === null) throw new Error('no summary');
  fireEvent.click(summary);
  expect(await (await part('Profile and notes')).findByLabelText('Notes')).toBeTruthy();
  expect(localStorage.getItem('desk:customerGroup:profile')).toBeNull();
});

it('uses a drawer on narrow screens, closed until the agent opens it', async () => {
  show();
  await waitFor(() => expect(server.requests).toHaveLength(1));
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: 'c' });
    expect(screen.getByRole('dialog', { name: 'Customer profile' })).toBeTruthy();
  });
  expect(localStorage.getItem('desk:customerPane')).toBeNull();
});

it('offers a retry when the other conversations can’t be fetched', async () => {
  const { customer } = world;
  world.customer = () => {
    throw new Error('server.failed');
  };
  widen(1440);
  show();
  const retry = await (await part('Other conversations')).findByRole('button', { name: /Retry|Try again/ });
  world.customer = customer;
  fireEvent.click(retry);
  expect(await (await part('Other conversations')).findByText(/^None/)).toBeTruthy();
});

it('shows and searches the members of a group in the customer’s place', async () => {
  const roles = { Ana: 'owner', Ben: 'member' } as const;
  world.members = (['Ana', 'Ben'] as const).map((name, n) => ({
    id: sampleId(0x90 + n),
    name,
    handle: null,
    role: roles[name],
    present: name === 'Ana',
  }));
  world.addConversation({ id: here, kind: 'group', fan: null, title: 'Taller' });
  widen(1440);
  show();
  const members = within(await screen.findByRole('complementary', { name: 'Members' }));
  const list = await members.findByRole('list', { name: 'Members' });
  const rows = () =>
    within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent);
  expect(rows()).toEqual(['AAnaOwner', 'BBenLeft']);
  expect(members.getByText('1 member')).toBeTruthy();
  expect(members.getByText(/doesn’t list members/)).toBeTruthy();
  fireEvent.change(members.getByRole('searchbox', { name: 'Search members' }), { target: { value: 'be' } });
  await waitFor(() => expect(members.queryByText('Ana')).toBeNull());
});
