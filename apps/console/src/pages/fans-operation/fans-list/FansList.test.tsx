/** The fan list as the owner sees it. */
import { fanStatistics, platformGrowthLineChart, subAccountFansRank } from '@parley/contract/fan-statistics';
import { previewMerge } from '@parley/contract/fans';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
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
import { found, waitForAddress } from '../../../app/testing/page-harness.tsx';
import { choose, fieldOf } from '../../../app/testing/selects.ts';
import { enUS } from '../../../app/testing/texts.ts';
import fanTexts from '../../../features/fan-statistics/locales/en-US.json' with { type: 'json' };
import { someFan } from '../../../features/fans/testing/fans.ts';
import { busySubAccounts } from '../../../features/sub-accounts/testing/sub-accounts.ts';
import { sampleId } from '../../../lib/testing/samples.ts';
import { fanListWorld, fansPath, openFansList } from './testing/open-fans-list.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the fan list', () => {
  it('shows who each fan is, how it counts, and its tags', async () => {
    openFansList();
    const row = await rowOf(/Marta/);
    for (const text of ['New', '@marta_r', 't.me/marta_r', 'Ann', 'Web shop', 'Telegram'])
      expect(row.textContent).toContain(text);
    await waitFor(() => expect(row.textContent).toContain('VIP'), found);
    expect((await rowOf(/张伟/)).textContent).toContain('Repeat');
  });

  it('shows a dash where an account or a number isn’t known', async () => {
    const world = fanListWorld();
    Object.assign(world.fans[0] ?? {}, { handle: '', account: '', phone: '' });
    openFansList(fansPath, world);
    const cells = within(await rowOf(/Marta/)).getAllByRole('cell');
    const at = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    for (const title of ['Account', 'Phone']) expect(cells[at.indexOf(title)]?.textContent).toBe('–');
  });

  it('marks inactive fans', async () => {
    const world = fanListWorld();
    Object.assign(world.fans[1] ?? {}, { active: false });
    openFansList(fansPath, world);
    expect((await rowOf(/张伟/)).textContent).toContain('Long inactive');
    expect((await rowOf(/Marta/)).textContent).not.toContain('Long inactive');
  });

  it('shows figures above the list, with a link to the counting rules and a reset', async () => {
    openFansList();
    expect(await screen.findByText('2,317', {}, found)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Counting rules' }).getAttribute('href')).toBe(
      '/agreement/counting',
    );
    expect(button(fanTexts.fanStatistics.reset)).toBeTruthy();
  });

  it('shows figures of the filtered sub-accounts and platforms, and a note about other filters', async () => {
    const [ann] = busySubAccounts();
    const { server } = openFansList(`${fansPath}?subAccountIds=${ann?.id}&platforms=telegram,line`);
    expect(await screen.findByText('Selected sub-accounts and platforms', {}, found)).toBeTruthy();
    const asked = server.asked.filter((request) => request.includes(fanStatistics.path)).join();
    expect(decodeURIComponent(asked)).toContain(`subAccountIds=${ann?.id}&platforms=telegram,line`);
    const note = 'The figures follow the filters by sub-account and platform only.';
    await screen.findByText('2,317', {}, found);
    expect(screen.queryByText(note)).toBeNull();
    // It would reset the statistics of the others, too.
    expect(screen.queryByText(fanTexts.fanStatistics.reset)).toBeNull();
    cleanup();
    openFansList(`${fansPath}?types=new`);
    expect(await screen.findByText(note, {}, found)).toBeTruthy();
    expect(screen.queryByText(/^Selected (sub-accounts|platforms)/)).toBeNull();
  });

  it('charts and ranks the filtered sub-accounts and platforms', async () => {
    const [ann] = busySubAccounts();
    const { user, server } = openFansList(`${fansPath}?subAccountIds=${ann?.id}&platforms=telegram,line`);
    await user.click(await screen.findByRole('button', { name: fanTexts.fanStatistics.charts }, found));
    await screen.findByRole('slider', { name: fanTexts.fanStatistics.newByDay }, found);
    for (const { path } of [platformGrowthLineChart, subAccountFansRank]) {
      const asked = server.asked.filter((request) => request.includes(path)).join();
      expect(decodeURIComponent(asked)).toContain(`subAccountIds=${ann?.id}&platforms=telegram,line`);
    }
    const [name] = await screen.findAllByText(ann?.remark ?? '', { selector: '.rank-list a *' }, found);
    expect(name?.closest('a')?.search).toBe(`?platforms=telegram%2Cline&subAccountIds=${ann?.id}`);
  });

  it('expands the growth by platform and the ranking, which links to a sub-account’s fans', async () => {
    const { user, server } = openFansList();
    const toggle = await screen.findByRole('button', { name: fanTexts.fanStatistics.charts }, found);
    expect(server.asked.join()).not.toContain('GrowthLineChart');
    await user.click(toggle);
    expect(await screen.findByRole('slider', { name: fanTexts.fanStatistics.newByDay }, found)).toBeTruthy();
    const range = within(screen.getByRole('radiogroup', { name: fanTexts.fanStatistics.growth }));
    await user.click(range.getByRole('radio', { name: '30 days' }));
    await waitFor(() => expect(server.asked.join()).toContain('platformGrowthLineChart?days=30'), found);
    const [first] = busySubAccounts();
    const [name] = await screen.findAllByText(first?.remark ?? '', { selector: '.rank-list a *' }, found);
    if (name === undefined) throw new Error('there is no ranking');
    await user.click(name);
    await waitForAddress(`${fansPath}?subAccountIds=${first?.id}`);
  });

  it('keeps its filters in the URL, and reads them from it', async () => {
    const { user } = openFansList(`${fansPath}?types=repeat&platforms=nonsense`);
    await rowOf(/张伟/);
    expect(screen.queryByText('Marta')).toBeNull();
    enter(screen.getByLabelText('Search name, account, phone, alias or note'), 'nobody');
    await waitForAddress(`${fansPath}?types=repeat&platforms=nonsense&search=nobody`);
    expect(await screen.findByText('No results', {}, found)).toBeTruthy();
    await user.clear(screen.getByLabelText('Search name, account, phone, alias or note'));
  });

  it('filters by social accounts and by a work order, each searched by typing and named in a tag', async () => {
    const { user } = openFansList(
      `${fansPath}?socialAccountIds=${sampleId(3, 2)}&workOrderId=${sampleId(63, 1)}`,
    );
    const tags = within(await screen.findByRole('list', { name: 'Active filters' }, found));
    expect(await tags.findByText('Telegram shop (Telegram)', {}, found)).toBeTruthy();
    expect(await tags.findByText('Spring campaign', {}, found)).toBeTruthy();
    await user.click(screen.getByLabelText('Remove filter: Work order'));
    await waitForAddress(`${fansPath}?socialAccountIds=${sampleId(3, 2)}`);
    await user.click(button('Filters'));
    await choose(await fieldOf('Work order'), '春节活动 (WhatsApp)');
    await choose(await fieldOf('Social accounts'), 'Website (Website chat)');
    const accounts = encodeURIComponent(`${sampleId(3, 2)},${sampleId(3, 1)}`);
    await waitForAddress(`${fansPath}?socialAccountIds=${accounts}&workOrderId=${sampleId(63, 2)}`);
  });

  it('shows the next step for an empty list, and the error of a failed request', async () => {
    openFansList(fansPath, { ...fanListWorld(), fans: [] });
    expect(await screen.findByText('No fans yet', {}, found)).toBeTruthy();
    cleanup();
    const { server, user } = openFansList(fansPath, fanListWorld(), {
      instead: (url) => (url.includes('fans/page') ? Promise.reject(new TypeError('lost')) : undefined),
    });
    const panel = await screen.findByRole('alert', {}, { timeout: 40_000 });
    server.instead = () => undefined;
    await user.click(within(panel).getByRole('button'));
    await rowOf(/Marta/);
  });

  it('names a person without a nickname in its details as in the list', async () => {
    const world = fanListWorld();
    for (const fan of world.fans) if (fan.nickname === 'Marta') fan.nickname = '';
    const { user } = openFansList(fansPath, world);
    await user.click(await findByLabel('Details of marta_r'));
    expect(await screen.findByText('marta_r', { selector: '.ant-drawer-title *' }, found)).toBeTruthy();
  });

  it('saves alias and note, and names the longest alias and a phone number’s form', async () => {
    const world = fanListWorld();
    const { user } = openFansList(fansPath, world);
    await rowOf(/Marta/);
    await chooseFromMenu('Marta', 'Edit');
    // The form replaces its skeleton.
    const alias = await screen.findByLabelText('Alias', {}, found);
    const form = within(await dialog('Edit Marta'));
    enter(alias, 'a'.repeat(51));
    expect(await screen.findByText('At most 50 characters', {}, found)).toBeTruthy();
    enter(alias, 'The tall one');
    enter(form.getByLabelText('Phone'), 'ask his wife');
    expect(await screen.findByText(/^A phone number: at least 3 digits/, {}, found)).toBeTruthy();
    enter(form.getByLabelText('Phone'), '+34 600');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(world.fans[0]).toMatchObject({ alias: 'The tall one' }), found);
    await findByLabel('Details of The tall one');
  });

  it('notes no number of the platform that was shown but not edited', async () => {
    const world = fanListWorld();
    Object.assign(world.fans[0] ?? {}, { phone: '34600111222' });
    const { user } = openFansList(fansPath, world);
    await rowOf(/Marta/);
    await chooseFromMenu('Marta', 'Edit');
    enter(await screen.findByLabelText('Alias', {}, found), 'The tall one');
    const form = within(await dialog('Edit Marta'));
    expect(form.getByLabelText('Phone')).toHaveProperty('value', '34600111222');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(
      () => expect(world.fanNotes).toMatchObject({ alias: 'The tall one', phone: '', version: 1 }),
      found,
    );
  });

  it('shows in a fan’s details what the list shows, and edits it there', async () => {
    const world = fanListWorld();
    Object.assign(world.fans[0] ?? {}, { phone: '+34 600 111 222', note: 'Size 38.', firstLoginAt: null });
    const { user } = openFansList(fansPath, world);
    await user.click(await findByLabel('Details of Marta'));
    const edit = await screen.findByRole('button', { name: 'Edit: Web shop' }, found);
    const drawer = within(await dialog('Marta'));
    for (const text of ['Ann', '@marta_r', '+34 600 111 222', 'Size 38.'])
      expect(drawer.getByText(text)).toBeTruthy();
    const firstLogin = drawer.getByText('First login').closest('.ant-descriptions-item');
    expect(firstLogin?.textContent).toBe('First login–');
    await user.click(edit);
    enter(await screen.findByLabelText('Alias', {}, found), 'The tall one');
    const form = within(await dialog('Edit Marta'));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitUntilGone('Edit Marta');
    await dialog('The tall one');
  });

  /** Edits a note that another user changes before it is saved. */
  async function saveStale() {
    const world = fanListWorld();
    const { user, refresh } = openFansList(fansPath, world);
    await rowOf(/Marta/);
    await chooseFromMenu('Marta', 'Edit');
    enter(await screen.findByLabelText('Alias', {}, found), 'Mine');
    world.fanNotes = { alias: 'Theirs', phone: '', note: '', version: 1 };
    // As on window focus: the query has the newer version, the fields don't.
    await refresh();
    const form = within(await dialog('Edit Marta'));
    await user.click(form.getByRole('button', { name: 'Save' }));
    return { world, user, form };
  }

  it('overwrites no note newer than the one in the fields, and asks which to keep', async () => {
    const { world, user } = await saveStale();
    await user.click(await screen.findByText('Save mine', {}, found));
    await waitFor(() => expect(world.fanNotes).toMatchObject({ alias: 'Mine', version: 2 }), found);
  });

  it('closes without confirmation after the newer note was loaded', async () => {
    const { user, form } = await saveStale();
    await user.click(await screen.findByText('Load saved version', {}, found));
    await waitFor(() => expect(form.getByLabelText('Alias')).toHaveProperty('value', 'Theirs'), found);
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    await waitUntilGone('Edit Marta');
  });

  it('asks for confirmation before it loses the tags selected for several fans', async () => {
    const { user } = openFansList();
    await rowOf(/Marta/);
    await user.click(screen.getByLabelText('Select Marta'));
    await user.click(screen.getByLabelText('Select 张伟'));
    await user.click(button('Set tags'));
    const form = within(await dialog('Tags of 2 fans'));
    await choose(await form.findByLabelText('Tags to add', { selector: 'input' }), 'VIP');
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByRole('button', { name: enUS.unsaved.stay }, found)).toBeTruthy();
  });

  it('disables merging unless two fans are selected, and shows the reason', async () => {
    const { user } = openFansList();
    await rowOf(/Marta/);
    await user.click(screen.getByLabelText('Select Marta'));
    expect(button('Merge 2 fans').closest('button')?.disabled).toBe(true);
    expect(screen.getByText('Select exactly two fans to merge them.')).toBeTruthy();
    await user.click(screen.getByLabelText('Select 张伟'));
    expect(button('Merge 2 fans').closest('button')?.disabled).toBe(false);
    expect(screen.queryByText('Select exactly two fans to merge them.')).toBeNull();
  });

  it('merges a fan with one searched for in its details', async () => {
    const world = fanListWorld();
    const { user } = openFansList(fansPath, world);
    await user.click(await findByLabel('Details of Marta'));
    await user.click(await screen.findByRole('button', { name: 'Merge with another fan' }, found));
    const question = within(await dialog('Merge two fans'));
    const field = await question.findByLabelText('Fan to merge with: name or account', { selector: 'input' });
    await choose(field, '张伟 · 5550123 · Web shop');
    expect(await question.findByText(/New → Repeat/, {}, found)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Merge' }));
    await waitFor(() => expect(world.fans.map(({ nickname }) => nickname)).toEqual(['Marta']), found);
    await waitUntilGone('Merge two fans');
  });

  it('merges two selected fans after a preview of the changed counts, and refetches the figures', async () => {
    const world = fanListWorld();
    const { user, server } = openFansList(fansPath, world);
    await rowOf(/Marta/);
    await user.click(screen.getByLabelText('Select Marta'));
    await user.click(screen.getByLabelText('Select 张伟'));
    await user.click(button('Merge 2 fans'));
    const question = within(await dialog('Merge two fans'));
    expect(await question.findByText(/New → Repeat/, {}, found)).toBeTruthy();
    const before = server.asked.length;
    await user.click(question.getByRole('button', { name: 'Merge' }));
    await waitFor(() => expect(world.fans).toHaveLength(1), found);
    await waitFor(() => expect(server.asked.slice(before).join()).toContain(fanStatistics.path), found);
    expect(server.asked.slice(before).join()).not.toContain(previewMerge.path);
  });

  describe('tags of all fans that match', () => {
    const crowd = Array.from({ length: 60 }, (_, n) =>
      someFan({ id: sampleId(30, 100 + n), fanId: sampleId(31, 100 + n), nickname: `Crowd ${n}` }),
    );
    async function startTagging() {
      const world = { ...fanListWorld(), fans: crowd };
      const { user } = openFansList(`${fansPath}?search=crowd`, world);
      await rowOf('Crowd 0');
      await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
      await user.click(await screen.findByText('Select all 60 that match', {}, found));
      expect((await screen.findAllByText('All 60 that match selected', {}, found)).length).toBeGreaterThan(0);
      expect(screen.getByText('Not available for all that match.')).toBeTruthy();
      await user.click(button('Set tags'));
      const form = within(await dialog('Tags of all fans that match'));
      await choose(await form.findByLabelText('Tags to add', { selector: 'input' }), 'VIP');
      await user.click(form.getByRole('button', { name: 'Tag all' }));
      expect(await screen.findByText('Tagging fans: 0 of about 60', {}, found)).toBeTruthy();
      return { world, user };
    }

    it('sets tags in the background, with progress and the outcome', async () => {
      const { world } = await startTagging();
      if (world.fanTagging === null) throw new Error('nothing was started');
      world.fanTagging = { ...world.fanTagging, checked: 30 };
      expect(await screen.findByText('Tagging fans: 30 of about 60', {}, found)).toBeTruthy();
      world.fanTagging = { ...world.fanTagging, state: 'done', checked: 60, changed: 58, skipped: 2 };
      const outcome = '58 fans tagged. 2 fans have too many tags and were skipped.';
      expect(await screen.findByText(outcome, {}, found)).toBeTruthy();
    });

    it('cancels a tagging after a confirmation', async () => {
      const { world, user } = await startTagging();
      await user.click(button('Cancel'));
      await user.click(await screen.findByRole('button', { name: 'OK' }, found));
      expect(await screen.findByText('Tagging cancelled after 0 fans.', {}, found)).toBeTruthy();
      expect(world.fanTagging).toMatchObject({ state: 'cancelled' });
    });
  });

  it('remembers the refresh interval', async () => {
    localStorage.setItem('fansRefresh', '5');
    openFansList();
    await rowOf(/Marta/);
    expect(screen.getByText('Every 5 minutes')).toBeTruthy();
  });

  it.each([
    ['1', 1],
    ['0', 0],
  ])('refreshes at the selected interval: %s minutes, %s times', async (minutes, times) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    localStorage.setItem('fansRefresh', minutes);
    const { server } = openFansList();
    await rowOf(/Marta/);
    const pages = () => server.asked.filter((request) => request.includes('fans/page')).length;
    const before = pages();
    await vi.advanceTimersByTimeAsync(61_000);
    expect(pages() - before).toBe(times);
  });
});
