import {
  type DeskServer,
  DeskWorld,
  sampleId,
  startDeskServer,
  workOrderWith,
} from '@parley/chat-core/fixtures';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renderDesk } from '../../fixtures/render-desk.tsx';
import { TodaysGoals } from './TodaysGoals.tsx';

const found = { timeout: 20_000 };
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

it('shows the new fans of orders with a goal over their goals, and all orders with the rules when opened', async () => {
  const without = workOrderWith({ id: sampleId(0xd1), name: 'XMPP', dailyGoal: null });
  world.workOrders = [workOrderWith(), workOrderWith({ id: sampleId(0xd2), dailyGoal: 30 }), without];
  renderDesk(<TodaysGoals />, server);
  const opener = await screen.findByRole('button', { name: 'Today’s goals: 24 / 80' }, found);
  fireEvent.click(opener);
  expect(await screen.findByText('XMPP', {}, found)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Counting rules' }).getAttribute('href')).toBe(
    '/agreement/counting',
  );
  // Today and in total, for each of the three.
  expect(screen.getAllByText('Shop chat')).toHaveLength(6);
  for (const [text, times] of [
    ['7 / 20', 3],
    ['7 / 400', 3],
    ['2 repeat', 3],
    ['37 repeat', 3],
  ] as const)
    expect(screen.getAllByText(text)).toHaveLength(times);
});

it('shows today’s new fans of all orders if none has a goal', async () => {
  world.workOrders = [0xd1, 0xd2].map((at) => workOrderWith({ id: sampleId(at), dailyGoal: null }));
  renderDesk(<TodaysGoals />, server);
  expect(await screen.findByRole('button', { name: 'Today’s goals: 24' }, found)).toBeTruthy();
});

it('refreshes once the socket has connected', async () => {
  world.workOrders = [workOrderWith()];
  const { connect } = renderDesk(<TodaysGoals />, server);
  await screen.findByRole('button', { name: 'Today’s goals: 12 / 50' }, found);
  const [order] = world.workOrders;
  if (order?.today) order.today.newFans = 13;
  connect();
  expect(await screen.findByRole('button', { name: 'Today’s goals: 13 / 50' }, found)).toBeTruthy();
});

it('shows nothing to an agent whose work orders are closed', async () => {
  world.workOrders = [workOrderWith()];
  const { connect } = renderDesk(<TodaysGoals />, server);
  await screen.findByRole('button', { name: 'Today’s goals: 12 / 50' }, found);
  world.workOrders = [];
  connect();
  await waitFor(() => expect(screen.queryByRole('button')).toBeNull(), found);
});
