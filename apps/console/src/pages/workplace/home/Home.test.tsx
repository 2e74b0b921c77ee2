import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { found, openedDialog, type RenderOptions } from '../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import charactersTexts from '../../../features/characters/locales/en-US.json' with { type: 'json' };
import { characterRoutes } from '../../../features/characters/testing/records.ts';
import fanTexts from '../../../features/fan-statistics/locales/en-US.json' with { type: 'json' };
import { fanStatisticsRoutes } from '../../../features/fan-statistics/testing/fan-statistics.ts';
import {
  busyNotifications,
  notificationRoutes,
} from '../../../features/notifications/testing/notifications.ts';
import { busyPastSessions, portRoutes } from '../../../features/ports/testing/ports.ts';
import { busySocialAccounts } from '../../../features/social-accounts/testing/samples.ts';
import { noSocialAccounts } from '../../../features/social-accounts/testing/social-account-changes.ts';
import { socialAccountRoutes } from '../../../features/social-accounts/testing/social-accounts.ts';
import { busySubAccounts, subAccountRoutes } from '../../../features/sub-accounts/testing/sub-accounts.ts';
import supportTexts from '../../../features/support/locales/en-US.json' with { type: 'json' };
import { busyContacts, contactRoutes } from '../../../features/support/testing/contacts.ts';
import { busyWorkOrders, workOrderRoutes } from '../../../features/work-orders/testing/work-orders.ts';
import { someUser } from '../../../lib/testing/identity.ts';
import { Home } from './Home.tsx';
import homeTexts from './locales/en-US.json' with { type: 'json' };

const busyWorld = () => ({
  ...noSocialAccounts(),
  ownerRemaining: 1_284_500,
  ports: 40,
  allocations: new Map<string, number>(),
  subAccounts: busySubAccounts(),
  socialAccounts: busySocialAccounts(),
  pastSessions: busyPastSessions(),
  notifications: busyNotifications(),
  contacts: busyContacts(),
  workOrders: busyWorkOrders(),
  closedDays: [],
});

const open = (world = busyWorld(), more: RenderOptions = {}) =>
  renderPage(<Home />, {
    ...more,
    at: '/workplace/home',
    answers: [
      ...characterRoutes(world),
      ...socialAccountRoutes(world),
      ...subAccountRoutes(world),
      ...portRoutes(world),
      ...notificationRoutes(world),
      ...contactRoutes(world),
      ...workOrderRoutes(world),
      ...fanStatisticsRoutes(world, world.subAccounts.length > 0),
    ],
    user: someUser({ ownerRemaining: world.ownerRemaining }),
  });

describe('an owner without characters', () => {
  it('shows an owner without characters how to get some, and whom to contact', async () => {
    open({ ...busyWorld(), ownerRemaining: 0, subAccounts: [] });
    expect(await screen.findByText(charactersTexts.characters.noneYetHint, {}, found)).toBeTruthy();
    const notice = screen.getByText(charactersTexts.characters.noneYet).closest<HTMLElement>('.ant-alert');
    if (notice === null) throw new Error('this is no notice');
    fireEvent.click(within(notice).getByText(supportTexts.support.title, { selector: 'button *' }));
    expect(await openedDialog()).toBeTruthy();
  });

  it('shows an owner without characters no notice while sub-accounts have some', async () => {
    open({ ...busyWorld(), ownerRemaining: 0 });
    expect(await screen.findByText(homeTexts.home.charactersLeft, {}, found)).toBeTruthy();
    expect(screen.queryByText(charactersTexts.characters.noneYet)).toBeNull();
  });
});

it('shows the contents of the package', async () => {
  open();
  expect(await screen.findByText('Free', {}, found)).toBeTruthy();
  const portsOnline = () => screen.getByText(homeTexts.home.portsOnline).nextElementSibling;
  await waitFor(() => expect(portsOnline()?.textContent).toBe('30'), found);
  expect(await screen.findByText('Package prices change next month', {}, found)).toBeTruthy();
});

it('leaves out the card of notifications while there are none', async () => {
  open({ ...busyWorld(), notifications: [] });
  await screen.findByText('Free', {}, found);
  await waitFor(() => expect(screen.queryByText(homeTexts.home.latest)).toBeNull(), found);
});

it('warns of inactive accounts, with a link to them', async () => {
  const world = busyWorld();
  for (const account of world.socialAccounts.slice(0, 2)) account.inactive = true;
  open(world);
  const text = await screen.findByText(/2 social accounts have been offline for a long time/, {}, found);
  expect(within(text).getByRole('link').getAttribute('href')).toBe('/subpage/socialAccount?state=inactive');
});

it('warns of accounts that are going to be deleted, with the first date and a link to them', async () => {
  const world = busyWorld();
  const purgeAt = Date.parse('2026-03-08T04:00:00Z');
  for (const [n, account] of world.socialAccounts.slice(0, 2).entries())
    Object.assign(account, { purgeAt: purgeAt + n * 86_400_000 });
  open(world);
  const text = await screen.findByText(
    /2 inactive shared accounts are going to be deleted with their data, the first on 03\/08\/2026, 12:00/,
    {},
    found,
  );
  const link = within(text).getByRole('link').getAttribute('href');
  expect(link).toBe('/subpage/socialAccount?state=purge-announced');
});

describe('the fans', () => {
  const texts = fanTexts.fanStatistics;

  it('shows fans as figures, a chart and a ranking with links to each sub-account’s fans', async () => {
    open();
    expect(await screen.findByText('2,317', {}, found)).toBeTruthy();
    expect(await screen.findByRole('slider', { name: texts.newByDay }, found)).toBeTruthy();
    expect(screen.getByText(texts.negative)).toBeTruthy();
    const [first] = busySubAccounts();
    const [link] = await screen.findAllByText(first?.remark ?? '', { selector: '.rank-list a *' }, found);
    // Around the name, it would cut the beginning of one that is written from the right.
    expect(link?.className).toBe('clip');
    expect(link?.closest('a')?.getAttribute('href')).toBe(
      `/fansOperation/fansList?subAccountIds=${first?.id}`,
    );
  });

  it('resets the statistics after a confirmation that states the changes, and undoes the reset', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: texts.reset }, found));
    const dialog = await openedDialog();
    expect(within(dialog).getByText(texts.resetKeeps)).toBeTruthy();
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: texts.reset });
    expect(confirm.disabled).toBe(true);
    await user.click(within(dialog).getByRole('checkbox'));
    await user.click(confirm);
    await user.click(await screen.findByRole('button', { name: texts.undo }, found));
    await waitFor(() => expect(screen.queryByRole('button', { name: texts.undo })).toBeNull(), found);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: texts.reset }));
  });
});

describe('the open work orders', () => {
  const table = () => screen.findByRole('table', { name: homeTexts.home.workOrders }, found);

  it('shows today’s new fans, the goal and the sessions of each, with links to the list', async () => {
    const { server } = open();
    const rows = within(await table())
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      'Spring campaignAnn18 / 502 / 3',
      '春节活动李娜182 / 3',
    ]);
    expect(server.asked.filter((request) => request.includes('/workOrder/'))).toEqual([
      'GET /api/user/workOrder/page?pageNo=1&pageSize=5&status=open&sort=dailyProgress.asc',
    ]);
    expect(screen.getByRole('link', { name: 'Spring campaign' }).getAttribute('href')).toBe(
      '/workOrder/platform?status=open&sort=dailyProgress.asc&search=Spring+campaign',
    );
  });

  it('updates changed figures', async () => {
    const world = busyWorld();
    const { refresh } = open(world);
    await table();
    for (const order of world.workOrders) if (order.today !== null) order.today.newFans = 49;
    await refresh();
    expect(await screen.findByText('49 / 50', {}, found)).toBeTruthy();
  });

  it('omits the card when there are none, and shows a failure', async () => {
    const { server, leave } = open({ ...busyWorld(), workOrders: [] });
    await waitFor(() => expect(server.asked.join()).toContain('/workOrder/page'), found);
    await screen.findByText('Free', {}, found);
    expect(screen.queryByText(homeTexts.home.workOrders)).toBeNull();
    leave();
    open(busyWorld(), {
      instead: (url) => (url.includes('workOrder/page') ? Response.json({}, { status: 500 }) : undefined),
    });
    const title = await screen.findByText(homeTexts.home.workOrders, {}, { timeout: 40_000 });
    const card = title.closest<HTMLElement>('.ant-card');
    if (card === null) throw new Error('this is no card');
    expect(within(card).getByRole('alert')).toBeTruthy();
  });
});

it('shows a newcomer the first steps instead of empty charts', async () => {
  open({ ...busyWorld(), subAccounts: [], socialAccounts: [] });
  expect(await screen.findByText(homeTexts.home.start, {}, found)).toBeTruthy();
  expect(screen.queryByText(fanTexts.fanStatistics.growth)).toBeNull();
});
