/** The work orders page as the owner sees it. */
import { errorMessage } from '@parley/contract';
import type { SnapshotFile } from '@parley/contract/work-order-shares';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  button,
  chooseFromMenu,
  dialog,
  enter,
  findByLabel,
  rowOf,
  waitUntilGone,
} from '../../../app/testing/by-text.ts';
import { found, openedDialog, waitForAddress } from '../../../app/testing/page-harness.tsx';
import { enUS } from '../../../app/testing/texts.ts';
import { closedDaysOf, signedDays } from '../../../features/work-orders/testing/signed-days.ts';
import { sampleId } from '../../../lib/testing/samples.ts';
import { busyWorld, emptyWorld, openWorkOrders } from './testing/open-work-orders.tsx';

const path = '/workOrder/platform';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the list', () => {
  it('shows goals and their progress', async () => {
    openWorkOrders(path);
    const spring = await rowOf('Spring campaign');
    for (const part of ['Open', 'Telegram', 'Ann', '2 / 3', '412 / 1,000', '18 / 50', '420', '00:00'])
      expect(spring.textContent).toContain(part);
    expect((await rowOf('春节活动')).textContent).not.toContain('/ 1,000');
    expect((await rowOf('Winter')).textContent).toContain('Closed');
  });

  it('keeps its filters in the URL, and reads them from it', async () => {
    openWorkOrders(`${path}?status=closed&platform=nonsense`);
    await rowOf('Winter');
    expect(screen.queryByText('Spring campaign')).toBeNull();
    enter(screen.getByLabelText('Search name or remarks'), 'nobody');
    await waitForAddress(`${path}?status=closed&platform=nonsense&search=nobody`);
    expect(await screen.findByText('No results', {}, found)).toBeTruthy();
  });

  it('shows the next step for an empty list, and a retry after a failure', async () => {
    openWorkOrders(path, emptyWorld());
    expect(await screen.findByText('No work orders yet', {}, found)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Create work order' }).length).toBeGreaterThan(1);
    cleanup();
    const { server, user } = openWorkOrders(path, busyWorld(), {
      instead: (url) => (url.includes('workOrder/page') ? Promise.reject(new TypeError('lost')) : undefined),
    });
    const panel = await screen.findByRole('alert', {}, { timeout: 40_000 });
    server.instead = () => undefined;
    await user.click(within(panel).getByRole('button'));
    await rowOf('Spring campaign');
  });

  it('closes a work order after a confirmation, and reopens it', async () => {
    const world = busyWorld();
    const { user } = openWorkOrders(path, world);
    await rowOf('Spring campaign');
    await chooseFromMenu('Spring campaign', 'Close');
    const question = within(await openedDialog());
    expect(world.workOrders[0]?.status).toBe('open');
    const [confirm] = question.getAllByRole('button', { name: 'Close' }).toReversed();
    if (confirm === undefined) throw new Error('there is no button that closes it');
    await user.click(confirm);
    await waitFor(() => expect(world.workOrders[0]?.status).toBe('closed'), found);
    await waitFor(
      async () => expect((await rowOf('Spring campaign')).textContent).toContain('Closed'),
      found,
    );
    await chooseFromMenu('Spring campaign', 'Reopen');
    await waitFor(() => expect(world.workOrders[0]?.status).toBe('open'), found);
  });
});

describe('the selection', () => {
  const select = async (name: string) =>
    fireEvent.click(await screen.findByLabelText(`Select ${name}`, {}, found));
  const press = async (label: string) =>
    fireEvent.click(await screen.findByText(label, { selector: '.batch-bar *' }, found));

  it('closes the selected open work orders after a question that names them', async () => {
    const world = busyWorld();
    const { user } = openWorkOrders(path, world);
    for (const name of ['Spring campaign', '春节活动', 'Winter']) await select(name);
    await press('Close');
    const question = within(await dialog('Close 2 work orders?'));
    expect(question.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Spring campaign',
      '春节活动',
    ]);
    await user.click(question.getByRole('button', { name: 'Close work orders' }));
    expect(await screen.findByText('2 work orders changed', {}, found)).toBeTruthy();
    expect(world.workOrders.every(({ status }) => status === 'closed')).toBe(true);
    await waitFor(() => expect(screen.queryByText('3 selected')).toBeNull(), found);
  });

  it('keeps the question open when a second open order of the sub-account is refused', async () => {
    const world = busyWorld();
    const winter = world.workOrders.find(({ name }) => name === 'Winter');
    Object.assign(winter ?? {}, { platform: 'telegram' });
    const { user } = openWorkOrders(path, world);
    await select('Winter');
    await press('Reopen');
    const question = within(await dialog('Reopen 1 work order?'));
    await user.click(question.getByRole('button', { name: 'Reopen work orders' }));
    const refusal = errorMessage('work-order.already-open', 'en-US');
    expect(await screen.findByText(refusal, {}, found)).toBeTruthy();
    expect(winter?.status).toBe('closed');
    expect(await dialog('Reopen 1 work order?')).toBeTruthy();
  });
});

describe('the form', () => {
  it('requires name, sub-account and platform', async () => {
    const { user } = openWorkOrders(path, emptyWorld());
    await screen.findByText('No work orders yet', {}, found);
    await user.click(button('Create work order'));
    const form = within(await dialog('Create work order'));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(form.getAllByText('Select an option')).toHaveLength(2), found);
    expect(form.getByText('This field is required')).toBeTruthy();
  });

  it('changes goals, and states from when a new reset time holds', async () => {
    const world = busyWorld();
    const { user } = openWorkOrders(path, world);
    await rowOf('Spring campaign');
    await chooseFromMenu('Spring campaign', 'Edit');
    const form = within(await dialog('Edit work order'));
    enter(form.getByLabelText('Daily goal'), '75');
    enter(form.getByLabelText('Total goal'), '');
    enter(form.getByLabelText('Daily reset time'), '06:30');
    expect(await form.findByText(/applies from the next day/, {}, found)).toBeTruthy();
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitUntilGone('Edit work order');
    expect(world.workOrders[0]).toMatchObject({
      dailyGoal: 75,
      totalGoal: null,
      resetTime: '06:30',
      version: 2,
    });
  });

  it('keeps or overwrites a concurrent change', async () => {
    const world = busyWorld();
    const { user } = openWorkOrders(path, world);
    await rowOf('Spring campaign');
    await chooseFromMenu('Spring campaign', 'Edit');
    const form = within(await dialog('Edit work order'));
    const [order] = world.workOrders;
    if (order === undefined) throw new Error('there is no work order');
    const kept = { ...order, version: 5, dailyGoal: 60 };
    world.workOrders[0] = kept;
    enter(form.getByLabelText('Daily goal'), '75');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(enUS.stale.title, {}, found)).toBeTruthy();
    await user.click(await form.findByRole('button', { name: /Save mine$/ }, found));
    await waitFor(() => expect(kept).toMatchObject({ version: 6, dailyGoal: 75 }), found);
  });
});

describe('the details', () => {
  it('show the social accounts, the closed days and each day’s accounts', async () => {
    const { user } = openWorkOrders(path);
    await user.click(await findByLabel('Details of Spring campaign'));
    const drawer = within(await dialog('Spring campaign'));
    expect(await drawer.findByText('Telegram shop', {}, found)).toBeTruthy();
    expect(drawer.getAllByText('300 / 400')).toHaveLength(2);
    expect(drawer.getByText('Removed')).toBeTruthy();
    await user.click(drawer.getByText('Closed days'));
    expect(await drawer.findByText('2026-02-28', {}, found)).toBeTruthy();
    expect(drawer.getByRole('slider', { name: /^New fans by day/ })).toBeTruthy();
    expect(drawer.queryByText('2026-01-20')).toBeNull();
    await user.click(drawer.getByRole('button', { name: 'Show earlier days' }));
    expect(await drawer.findByText('2026-01-20', {}, found)).toBeTruthy();
  });

  it('puts the details into the URL until their button or Back closes them', async () => {
    const [order] = busyWorld().workOrders;
    const { user, go, back } = openWorkOrders(path);
    await rowOf('Spring campaign');
    act(() => go(`${path}?status=open`));
    await user.click(await findByLabel('Details of Spring campaign'));
    await waitForAddress(`${path}?status=open&order=${order?.id}`);
    await user.click(within(await dialog('Spring campaign')).getByRole('button', { name: 'Close' }));
    await waitForAddress(`${path}?status=open`);
    await user.click(await findByLabel('Details of Spring campaign'));
    await waitForAddress(`${path}?status=open&order=${order?.id}`);
    act(() => back());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
    act(() => back());
    await waitForAddress(path);
  });

  it('opens the details of a work order that the list doesn’t show by their URL', async () => {
    const [order] = busyWorld().workOrders;
    const { user } = openWorkOrders(`${path}?status=closed&order=${order?.id}`);
    const drawer = within(await dialog('Spring campaign'));
    expect(await drawer.findByText('Telegram shop', {}, found)).toBeTruthy();
    await user.click(drawer.getByRole('button', { name: 'Close' }));
    await waitForAddress(`${path}?status=closed`);
  });

  it.each([
    ['an unknown', sampleId(63, 99)],
    ['a malformed', 'nonsense'],
  ])('shows that the work order doesn’t exist for %s id in the URL', async (_, id) => {
    openWorkOrders(`${path}?order=${id}`);
    const drawer = within(await dialog('Details'));
    expect(await drawer.findByText('This work order no longer exists', {}, found)).toBeTruthy();
    expect(drawer.queryByRole('button', { name: 'Share' })).toBeNull();
  });
});

describe('the signatures of closed days', () => {
  const days = ['2026-02-26', '2026-02-27', '2026-02-28'];

  /** Opens the closed days, by default those of the file. */
  async function openDays(signedFile?: SnapshotFile, closedDays = signedFile && closedDaysOf(signedFile)) {
    const world = {
      ...busyWorld(),
      ...(closedDays && { closedDays }),
      ...(signedFile && { signedDays: signedFile }),
    };
    const { user } = openWorkOrders(path, world);
    await user.click(await findByLabel('Details of Spring campaign'));
    const drawer = within(await dialog('Spring campaign'));
    await user.click(drawer.getByText('Closed days'));
    await drawer.findByText('2026-02-28', {}, found);
    return { user, drawer, world };
  }

  it('shows the hash of each day, shortened, and copies it in full', async () => {
    const { user, drawer } = await openDays();
    expect(drawer.getByText('Being signed')).toBeTruthy();
    await user.click(drawer.getByRole('button', { name: 'Copy the hash of 2026-02-27' }));
    expect(await navigator.clipboard.readText()).toBe('1'.padStart(64, '0'));
  });

  it('verifies all days in the browser', async () => {
    const { user, drawer } = await openDays(await signedDays(days));
    await user.click(drawer.getByRole('button', { name: 'Verify' }));
    expect(
      await drawer.findByText('All 3 days are valid (2026-02-26 to 2026-02-28)', {}, found),
    ).toBeTruthy();
  });

  it('names a day that shows other figures than were signed', async () => {
    const file = await signedDays(days);
    const shown = closedDaysOf(file).map((one) => (one.day === days[1] ? { ...one, newFans: 77 } : one));
    const { user, drawer } = await openDays(file, shown);
    await user.click(drawer.getByRole('button', { name: 'Verify' }));
    const sentence = 'The page shows other figures for 2026-02-27 than were signed';
    expect(await drawer.findByText(sentence, {}, found)).toBeTruthy();
  });

  it('compares the figures of social accounts on the days that were expanded', async () => {
    const { user, drawer } = await openDays(await signedDays(days));
    const [latest] = drawer.getAllByRole('button', { name: 'Expand row' });
    if (latest === undefined) throw new Error('there are no days');
    await user.click(latest);
    await drawer.findByText('30 new, 3 repeat', {}, found);
    await user.click(drawer.getByRole('button', { name: 'Verify' }));
    const sentence = 'The page shows other figures for 2026-02-28 than were signed';
    expect(await drawer.findByText(sentence, {}, found)).toBeTruthy();
  });

  it('names a day that shows another hash than was signed', async () => {
    const file = await signedDays(days);
    const [last, ...rest] = closedDaysOf(file);
    if (last === undefined) throw new Error('there are too few days');
    const forged = { ...last, signature: { number: 3, hash: 'f'.repeat(64) } };
    const { user, drawer } = await openDays(file, [forged, ...rest]);
    await user.click(drawer.getByRole('button', { name: 'Verify' }));
    expect(
      await drawer.findByText('The page shows other figures for 2026-02-28 than were signed', {}, found),
    ).toBeTruthy();
  });

  it('refreshes the days before it compares them', async () => {
    const file = await signedDays(days);
    const { user, drawer, world } = await openDays(file, closedDaysOf(await signedDays(days)).slice(0, 1));
    world.closedDays = closedDaysOf(file);
    await user.click(drawer.getByRole('button', { name: 'Verify' }));
    expect(await drawer.findByText(/^All 3 days are valid/, {}, found)).toBeTruthy();
    expect(drawer.getByText('2026-02-27')).toBeTruthy();
  });

  it('names a tampered day', async () => {
    const file = await signedDays(days);
    const [first, second, ...rest] = file.snapshots;
    if (first === undefined || second === undefined) throw new Error('there are too few days');
    const changed = { ...second, content: second.content.replace('"newFans":5', '"newFans":6') };
    const { user, drawer } = await openDays({ ...file, snapshots: [first, changed, ...rest] });
    await user.click(drawer.getByRole('button', { name: 'Verify' }));
    expect(await drawer.findByText('Day 2 (2026-02-27) is not valid: wrong hash', {}, found)).toBeTruthy();
  });

  it('offers the proof as a file when the browser can’t verify it', async () => {
    const { user, drawer } = await openDays();
    vi.stubGlobal('crypto', {});
    await user.click(drawer.getByRole('button', { name: 'Verify' }));
    expect(await drawer.findByText(/can’t verify signatures on this connection/, {}, found)).toBeTruthy();
    expect(drawer.getByRole('button', { name: 'Download signed file' })).toBeTruthy();
  });
});

describe('sharing', () => {
  it('shares the work order of a row, and shows the link', async () => {
    const world = busyWorld();
    const { user } = openWorkOrders(path, world);
    await rowOf('Spring campaign');
    await chooseFromMenu('Spring campaign', 'Share');
    const form = within(await dialog('Share work orders'));
    expect(await form.findByTitle(/^Spring campaign/, {}, found)).toBeTruthy();
    expect(form.getByLabelText('Title')).toHaveProperty('value', 'Spring campaign');
    enter(form.getByLabelText('Title'), 'For Li');
    await user.click(form.getByText('Public'));
    await user.click(form.getByRole('button', { name: 'Share work orders' }));
    const link = within(await dialog('For Li'));
    expect(link.getByRole('button', { name: 'Copy link' })).toBeTruthy();
    expect(world.shares).toMatchObject([{ orders: [{ workOrderId: world.workOrders[0]?.id }] }]);
  });

  it('starts from the details as well, and links to the work order’s links', async () => {
    const { user } = openWorkOrders(path);
    await user.click(await findByLabel('Details of Spring campaign'));
    const drawer = within(await dialog('Spring campaign'));
    const id = busyWorld().workOrders[0]?.id;
    expect(drawer.getByRole('link', { name: 'Share links' }).getAttribute('href')).toBe(
      `/workOrder/multiAccount?workOrderId=${id}`,
    );
    expect(drawer.getByRole('link', { name: 'Counting rules' }).getAttribute('href')).toBe(
      '/agreement/counting',
    );
    await user.click(drawer.getByRole('button', { name: 'Share' }));
    expect(await dialog('Share work orders')).toBeTruthy();
    await waitForAddress(path);
  });
});

describe('a deletion', () => {
  it('lists what is deleted, and requires the name', async () => {
    const world = busyWorld();
    const { user } = openWorkOrders(path, world);
    await rowOf('Spring campaign');
    await chooseFromMenu('Spring campaign', 'Delete');
    const question = within(await dialog('Delete this work order?'));
    for (const part of [
      '3 social accounts',
      '450 fans',
      '455 conversations',
      '100,000+ messages',
      '14 closed days',
      'its place on 2 share links',
    ])
      expect(await question.findByText(part, {}, found)).toBeTruthy();
    const confirm = question.getByRole('button', { name: 'Delete' });
    expect(confirm).toHaveProperty('disabled', true);
    enter(question.getByRole('textbox'), 'Spring campaign');
    await waitFor(() => expect(confirm).toHaveProperty('disabled', false), found);
    await user.click(confirm);
    await waitUntilGone('Delete this work order?');
    expect(world.workOrders.map(({ name }) => name)).not.toContain('Spring campaign');
  });
});
