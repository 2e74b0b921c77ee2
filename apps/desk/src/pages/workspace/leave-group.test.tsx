import {
  type DeskServer,
  DeskWorld,
  sampleConversationId as here,
  startDeskServer,
} from '@parley/chat-core/fixtures';
import type { Conversation, GroupState } from '@parley/contract/conversations';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { conversationQuery, showConversation } from '../../features/conversations/conversation-queries.ts';
import { GroupExitNotice } from '../../features/members/GroupExitNotice.tsx';
import { MemberList } from '../../features/members/MemberList.tsx';
import { renderChatPane } from '../../fixtures/render-chat-pane.tsx';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { useDesk } from '../../lib/desk-context.tsx';

let world: DeskWorld;
let server: DeskServer;
const inGroup: GroupState = { exit: null, reason: null, role: 'member', leaving: null };
const give = (given: Partial<Conversation> = {}) =>
  world.addConversation({ id: here, kind: 'group', fan: null, title: 'Taller', group: inGroup, ...given });
beforeEach(async () => {
  world = new DeskWorld();
  give();
  server = await startDeskServer(world);
});
afterEach(async () => {
  cleanup();
  await server.close();
});

function Members({ canLeave }: { canLeave: boolean }) {
  const { client } = useDesk();
  const queryClient = useQueryClient();
  const { data } = useQuery(conversationQuery(client, queryClient, here));
  if (data === undefined) return null;
  const onChanged = (changed: Conversation) => showConversation(queryClient, changed);
  return (
    <>
      <GroupExitNotice conversation={data} />
      <MemberList conversation={data} complete canLeave={canLeave} onChanged={onChanged} />
    </>
  );
}
const show = async (canLeave = true) => {
  const page = renderDesk(<Members canLeave={canLeave} />, server);
  page.connect();
  await screen.findByText('No members are known yet');
  return page;
};
const button = () => screen.queryByRole('button', { name: /^Leav/ });
const left = () => server.requests.filter((request) => request.endsWith('/leaveGroup')).length;

it('leaves a group once, after a confirmation that names it', async () => {
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Leave group' }));
  await screen.findByText('Leave “Taller”?');
  await screen.findByText(/The conversation is closed and stays readable/);
  expect(left()).toBe(0);
  const [, confirm] = screen.getAllByRole('button', { name: 'Leave group' });
  if (confirm) fireEvent.click(confirm);
  await waitFor(() => expect(left()).toBe(1));
  expect(await screen.findAllByText('Leaving the group…')).toHaveLength(2);
});

it('shows why leaving failed, and offers a retry', async () => {
  world.changeGroup(here, { leaving: { state: 'failed', reason: 'group-not-left' } });
  await show();
  await screen.findByText('The account could not leave the group');
  await screen.findByText('The platform did not complete leaving the group');
  expect(button()?.textContent).toBe('Leave group');
});

it.each([
  ['where the platform lets nobody leave', {}, false],
  ['once it has left', { group: { ...inGroup, exit: 'removed' as const } }, true],
])('offers no way out %s', async (_, given, canLeave) => {
  give(given);
  await show(canLeave);
  expect(button()).toBeNull();
});

it('explains to a sub-account that received the conversation who can leave the group', async () => {
  give({ handOver: { from: 'Spain', authorName: null, note: '', at: 0 } });
  await show();
  expect(button()).toBeNull();
  await screen.findByText('Only the sub-account of the social account can leave this group.');
});

it('keeps the draft in a group that was left, and sends nothing', async () => {
  renderChatPane(world, server, { closed: true });
  const area = await screen.findByRole('textbox', { name: 'Your message' });
  fireEvent.change(area, { target: { value: 'hello' } });
  fireEvent.keyDown(area, { key: 'Enter', ctrlKey: true });
  expect(screen.getByRole('button', { name: 'Send original' })).toHaveProperty('disabled', true);
  expect(area).toHaveProperty('value', 'hello');
  expect(server.requests.some((request) => request.endsWith('/messages'))).toBe(false);
});
