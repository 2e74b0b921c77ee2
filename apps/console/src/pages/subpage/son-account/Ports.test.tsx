/** Ports, and their current and past sessions. */
import { exportHeldPorts } from '@parley/contract/ports';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { exportedQuery } from '../../../app/testing/exported.ts';
import { found, openedDialog, waitForAddress } from '../../../app/testing/page-harness.tsx';
import portsTexts from '../../../features/ports/locales/en-US.json' with { type: 'json' };
import { durationOf } from '../../../features/ports/past-session-columns.tsx';
import subAccountsTexts from '../../../features/sub-accounts/locales/en-US.json' with { type: 'json' };
import listTexts from '../../../ui/list/locales/en-US.json' with { type: 'json' };
import { busyWorld, emptyWorld, openSubAccounts } from './testing/open-sub-accounts.tsx';

const texts = portsTexts.ports;
const ports = '/subpage/sonAccount?view=ports';
const rows = () => screen.getAllByRole('row').filter((row) => row.classList.contains('ant-table-row'));
const findRows = (count: number) => waitFor(() => expect(rows()).toHaveLength(count), found);

it('shows the use of the ports and the holder of each', async () => {
  openSubAccounts(ports);
  await findRows(3);
  const figures = () =>
    [...document.querySelectorAll('.port-figures dd')].map((figure) => figure.textContent);
  await waitFor(() => expect(figures()).toEqual(['40', '5', '29', '6', '30']), found);
  const row = screen.getByRole('row', { name: /Telegram shop/ }).textContent ?? '';
  for (const part of ['Telegram', '@shop_bot', 'Ann', 'Online']) expect(row).toContain(part);
});

it('reports more ports in use than exist', async () => {
  openSubAccounts(ports, { ...busyWorld(), ports: 30 });
  expect(await screen.findByText(/^4 more ports are in use/, {}, found)).toBeTruthy();
});

it('disconnects a social account after a confirmation and removes it from the list', async () => {
  const world = busyWorld();
  openSubAccounts(ports, world);
  await findRows(3);
  fireEvent.click(screen.getByRole('button', { name: 'Disconnect Telegram shop' }));
  const question = within(await openedDialog());
  expect(world.socialAccounts.find(({ name }) => name === 'Telegram shop')?.enabled).toBe(true);
  fireEvent.click(question.getByRole('button', { name: texts.disconnect }));
  await findRows(2);
  expect(world.socialAccounts.find(({ name }) => name === 'Telegram shop')?.enabled).toBe(false);
});

it('keeps its filters in the URL, and drops them in another view', async () => {
  const { server } = openSubAccounts(`${ports}&platform=telegram&search=shop`);
  await findRows(1);
  expect(server.asked.some((line) => /ports\/page\?.*platform=telegram/.test(line))).toBe(true);
  fireEvent.click(screen.getByRole('link', { name: subAccountsTexts.subAccounts.views.sessions }));
  await waitForAddress('/subpage/sonAccount?view=sessions');
  await findRows(50);
});

it('sorts the ports by a column, and exports those that are found in that order', async () => {
  const opened = openSubAccounts(`${ports}&platform=telegram&search=shop`);
  await findRows(1);
  fireEvent.click(screen.getByText(texts.subAccount, { selector: 'th *' }));
  await waitFor(() => expect(opened.server.asked.at(-1)).toContain('sort=subAccount.asc'), found);
  expect(await exportedQuery(opened, exportHeldPorts.path)).toBe(
    'search=shop&sort=subAccount.asc&platform=telegram',
  );
});

it('lists past sessions with the reason of their end, and loads more on demand', async () => {
  openSubAccounts('/subpage/sonAccount?view=sessions');
  await findRows(50);
  const [first] = rows();
  for (const part of ['Website', 'Ann', 'agent-5eg', '0 h 13 min', texts.end['logged-out']]) {
    expect(first?.textContent).toContain(part);
  }
  fireEvent.click(screen.getByRole('button', { name: listTexts.list.nextRows }));
  await findRows(60);
  for (const end of Object.values(texts.end)) expect(screen.getAllByText(end).length).toBeGreaterThan(0);
});

it('explains empty lists of ports and of past sessions', async () => {
  openSubAccounts(ports, emptyWorld());
  expect(await screen.findByText(texts.none, {}, found)).toBeTruthy();
  cleanup();
  openSubAccounts('/subpage/sonAccount?view=sessions', emptyWorld());
  expect(await screen.findByText(texts.pastNone, {}, found)).toBeTruthy();
});

it.each([
  [-5, 'seconds 0'],
  [59_400, 'seconds 59'],
  [60_000, 'hours 0 1'],
  [93_900_000, 'hours 26 5'],
])('formats a duration of %i ms', (ms, told) => {
  // Only what is used of it.
  const t = ((key: string, { count, hours, minutes }: Record<string, number>) =>
    [key.replace('ports.', ''), count, hours, minutes]
      .filter((part) => part !== undefined)
      .join(' ')) as unknown as Parameters<typeof durationOf>[1];
  expect(durationOf(ms, t)).toBe(told);
});

it('warns that a limit below the ports in use ends no session', async () => {
  const world = busyWorld();
  const [one] = world.subAccounts;
  if (one === undefined) throw new Error('the world has no sub-account');
  Object.assign(one, { portsTaken: 3, portMode: 'dynamic', portLimit: 5 });
  openSubAccounts('/subpage/sonAccount', world);
  fireEvent.click(await screen.findByRole('button', { name: `Edit ${one.accountName}` }, found));
  const limit = await screen.findByLabelText(subAccountsTexts.subAccounts.portLimit, {}, found);
  expect(screen.queryByText(/Accounts stay online/)).toBeNull();
  fireEvent.change(limit, { target: { value: '2' } });
  expect(await screen.findByText(/3 ports are in use\. Accounts stay online/, {}, found)).toBeTruthy();
  fireEvent.change(limit, { target: { value: '3' } });
  await waitFor(() => expect(screen.queryByText(/Accounts stay online/)).toBeNull(), found);
});
