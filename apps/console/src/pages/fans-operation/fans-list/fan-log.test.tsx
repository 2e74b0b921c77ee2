/** The log of a fan, which explains its verdicts. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { button, dialog, findByLabel, rowOf } from '../../../app/testing/by-text.ts';
import { found, waitForAddress } from '../../../app/testing/page-harness.tsx';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';
import { fanListWorld, fansPath, openFansList } from './testing/open-fans-list.tsx';

/** Without the marks that isolate names of any direction. */
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '');
const sentence = { normalizer: plain };

describe('the log of a fan', () => {
  it('explains a verdict by the earlier message, and undoes a merge', async () => {
    const world = fanListWorld();
    const { user } = openFansList(fansPath, world);
    await user.click(await findByLabel('Details of Marta'));
    await user.click(await screen.findByRole('tab', { name: 'Log' }, found));
    expect(await screen.findByText(/Repeat: first seen by Ben’s Market on/, sentence, found)).toBeTruthy();
    await user.click(button('Undo'));
    await user.click(await screen.findByRole('button', { name: 'OK' }, found));
    await waitFor(() => expect(world.fanEvents[0]).toMatchObject({ undone: true }), found);
    await waitFor(() => expect(screen.queryByText('Undo')).toBeNull(), found);
    expect(document.activeElement).toBe((await dialog('Marta')).closest('.ant-drawer'));
    expect(screen.getByRole('tab', { name: 'Social accounts' })).toBeTruthy();
  });

  it('shows in the log which tags a fan got and lost, by their former names, and the split link it came by', async () => {
    const world = fanListWorld();
    const vip = { tagId: sampleId(32, 1), name: 'Loyal' };
    const old = { tagId: sampleId(32, 3), name: '老客户' };
    const place = {
      socialAccountId: sampleId(3, 1),
      socialAccountName: 'Web shop',
      subAccountId: sampleId(4, 1),
      subAccountName: 'Ann',
      platform: 'telegram' as const,
    };
    const rowId = sampleId(30, 1);
    const change = { kind: 'tags' as const, at: sampleTime, by: 'owner' as const, ...place, rowId };
    const end = { kind: 'tag-deleted' as const, at: sampleTime, by: null };
    world.fanEvents = [
      { ...change, id: sampleId(34, 1), added: [vip, old], removed: [] },
      { ...change, id: sampleId(34, 2), added: [], removed: [vip] },
      { ...change, id: sampleId(34, 3), added: [vip], removed: [old], by: null },
      { ...end, id: vip.tagId, tag: vip, into: null },
      { ...end, id: old.tagId, tag: old, into: vip },
      {
        ...place,
        kind: 'split-link',
        id: sampleId(82, 1),
        at: sampleTime,
        splitLinkId: sampleId(80, 1),
        splitLinkName: 'Spring',
        visitedAt: sampleTime,
      },
    ];
    const { user } = openFansList(fansPath, world);
    await user.click(await findByLabel('Details of Marta'));
    await user.click(await screen.findByRole('tab', { name: 'Log' }, found));
    await screen.findByText('Web shop (Ann): added “Loyal”, “老客户”', sentence, found);
    for (const text of [
      'Web shop (Ann): removed “Loyal”',
      'Web shop (Ann): added “Loyal”; removed “老客户”',
      'Tag “Loyal” deleted for all fans',
      'Tag “老客户” merged into “Loyal” for all fans',
    ])
      expect(screen.getByText(text, sentence)).toBeTruthy();
    expect(screen.getAllByText('By the owner')).toHaveLength(2);
    expect(
      screen.getByText(/^Came by the split link “Spring”: .* wrote to Web shop · Ann$/, sentence),
    ).toBeTruthy();
  });

  it('shows who merged two fans and undid a merge, or why they were merged automatically', async () => {
    const world = fanListWorld();
    const [merge] = world.fanEvents;
    if (merge?.kind !== 'merge') throw new Error('the sample has another order');
    const { reason: _, undone: __, ...pair } = merge;
    world.fanEvents = [
      { ...pair, kind: 'undo', by: 'owner' },
      { ...merge, id: sampleId(33, 2), by: 'owner' },
      { ...merge, id: sampleId(33, 3), reason: 'platform', by: null },
      { ...merge, id: sampleId(33, 4), reason: 'phone', by: null },
    ];
    const { user } = openFansList(fansPath, world);
    await user.click(await findByLabel('Details of Marta'));
    await user.click(await screen.findByRole('tab', { name: 'Log' }, found));
    expect(await screen.findAllByText('By the owner', {}, found)).toHaveLength(2);
    expect(screen.getByText('Automatic: the platform announced a new ID')).toBeTruthy();
    expect(screen.getByText('Automatic: same phone number')).toBeTruthy();
  });

  it('shows which notes were changed, from what to what, by whom, and whose they are', async () => {
    const world = fanListWorld();
    const note = { kind: 'notes' as const, at: sampleTime, subAccountId: null, subAccountName: '' };
    world.fanEvents = [
      {
        ...note,
        id: sampleId(37, 1),
        changes: [
          { field: 'alias', before: '', after: 'The tall one' },
          { field: 'phone', before: '+34 600', after: '+34 601' },
        ],
        by: 'owner',
        byName: '',
      },
      {
        ...note,
        id: sampleId(37, 2),
        changes: [{ field: 'note', before: 'Size 38.', after: '' }],
        subAccountId: sampleId(4, 1),
        subAccountName: 'Ann',
        by: 'sub-account',
        byName: 'Ann',
      },
      {
        ...note,
        id: sampleId(37, 3),
        changes: [{ field: 'email', before: '', after: 'm@example.com' }],
        by: 'sub-account',
        byName: '',
      },
    ];
    const { user } = openFansList(fansPath, world);
    await user.click(await findByLabel('Details of Marta'));
    await user.click(await screen.findByRole('tab', { name: 'Log' }, found));
    await screen.findByText('Alias set to “The tall one”', sentence, found);
    for (const text of [
      'Phone changed from “+34 600” to “+34 601”',
      'By the owner',
      'Note “Size 38.” removed',
      'By Ann',
      'Only in the notes of Ann',
      'E-mail set to “m@example.com”',
      'By Deleted',
    ])
      expect(screen.getByText(text, sentence)).toBeTruthy();
  });

  it('links from a verdict to the conversation where the person was first seen', async () => {
    const world = fanListWorld();
    for (const event of world.fanEvents)
      if (event.kind === 'verdict' && event.matched !== null)
        Object.assign(event.matched, { rowId: sampleId(30, 1), fanId: sampleId(31, 1) });
    const { user } = openFansList(fansPath, world);
    await user.click(await findByLabel('Details of Marta'));
    await user.click(await screen.findByRole('tab', { name: 'Log' }, found));
    const link = await screen.findByRole(
      'link',
      { name: (name) => plain(name).includes('Repeat: first seen by Ben’s Market on') },
      found,
    );
    expect(link.getAttribute('href')).toBe(`/internalControl/chatHistory?conversation=${sampleId(7, 1)}`);
  });

  it('links from a verdict to the library that lists the person, and names a deleted one', async () => {
    const world = fanListWorld();
    const [, verdict] = world.fanEvents;
    if (verdict?.kind !== 'verdict') throw new Error('the sample has another order');
    const listed = { ...verdict, rule: 'listed' as const, matched: null, library: 'Old customers' };
    world.fanEvents = [
      { ...listed, libraryId: sampleId(36, 1) },
      { ...listed, id: sampleId(30, 9), library: '老客户' },
    ];
    const { user } = openFansList(fansPath, world);
    await user.click(await findByLabel('Details of Marta'));
    await user.click(await screen.findByRole('tab', { name: 'Log' }, found));
    const reason = (
      await screen.findByText(/in the dedupe library “Old customers”$/, sentence, found)
    ).closest('a');
    expect(reason?.getAttribute('href')).toBe('/fansOperation/dedupeLibrary?search=Old+customers');
    const gone = screen.getByText('Repeat: in the dedupe library “老客户”, deleted since', sentence);
    expect(gone.closest('a')).toBeNull();
  });

  it('links from each verdict to its conversation, and names the reset that made the fan a base fan', async () => {
    const world = fanListWorld();
    const [, verdict] = world.fanEvents;
    if (verdict?.kind !== 'verdict') throw new Error('the sample has another order');
    const { socialAccountId, socialAccountName, subAccountId, subAccountName, platform, rowId } = verdict;
    const place = { socialAccountId, socialAccountName, subAccountId, subAccountName, platform, rowId };
    world.fanEvents.push(
      { ...place, kind: 'reset', id: sampleId(35, 1), at: sampleTime },
      { ...place, kind: 'statistics-reset', id: sampleId(35, 2), at: sampleTime },
    );
    const { user } = openFansList(fansPath, world);
    await user.click(await findByLabel('Details of Marta'));
    await user.click(await screen.findByRole('tab', { name: 'Log' }, found));
    const drawer = within(await dialog('Marta'));
    const link = await drawer.findByRole('link', { name: 'Open chat history' }, found);
    expect(link.getAttribute('href')).toBe(`/internalControl/chatHistory?conversation=${sampleId(7, 1)}`);
    expect(
      drawer.getByText('Web shop (Ann): counted as base since the work order’s reset', sentence),
    ).toBeTruthy();
    expect(
      drawer.getByText('Web shop (Ann): counted as base since the statistics were reset', sentence),
    ).toBeTruthy();
  });

  it('names an unnamed visitor like its conversation, in list, details and log', async () => {
    const world = fanListWorld();
    const [fan] = world.fans;
    const visitor = { platform: 'webchat', account: '0195a3c2-77aa-7bcd-9001-5e2f4c6a0bb2' } as const;
    if (fan !== undefined) Object.assign(fan, visitor, { nickname: '', handle: '', link: null });
    const [merge] = world.fanEvents;
    if (merge?.kind === 'merge') Object.assign(merge, { keptName: '', mergedName: '' });
    const { user } = openFansList(fansPath, world);
    const row = await rowOf(/Visitor 0BB2/);
    expect(row.textContent).not.toContain(visitor.account);
    await user.click(await findByLabel('Details of Visitor 0BB2'));
    expect(await screen.findByText('Visitor 0BB2', { selector: '.ant-drawer-title *' }, found)).toBeTruthy();
    await user.click(await screen.findByRole('tab', { name: 'Log' }, found));
    expect(await screen.findByText('Unnamed fan merged into Visitor 0BB2', sentence, found)).toBeTruthy();
  });
});

it('puts the open details into the URL, also of another fan that the log leads to', async () => {
  const world = fanListWorld();
  const earlier = { fanId: sampleId(31, 2), rowId: sampleId(30, 2) };
  for (const event of world.fanEvents)
    if (event.kind === 'verdict' && event.matched !== null) Object.assign(event.matched, earlier);
  const { user } = openFansList(`${fansPath}?types=new`, world);
  await user.click(await findByLabel('Details of Marta'));
  await waitForAddress(`${fansPath}?types=new&fan=${sampleId(31, 1)}`);
  await user.click(await screen.findByRole('tab', { name: 'Log' }, found));
  await user.click(await screen.findByText(/Repeat: first seen by/, sentence, found));
  await waitForAddress(`${fansPath}?types=new&fan=${earlier.fanId}`);
  const drawer = within(await dialog('张伟'));
  await user.click(drawer.getByRole('button', { name: 'Close' }));
  await waitForAddress(`${fansPath}?types=new`);
});

it.each([
  ['an unknown', sampleId(31, 8)],
  ['a malformed', 'nonsense'],
])('shows that the fan doesn’t exist for %s id in the URL', async (_, fanId) => {
  const { user } = openFansList(`${fansPath}?fan=${fanId}`);
  const drawer = within(await dialog('Details'));
  await drawer.findByText('This fan no longer exists', {}, found);
  expect(drawer.queryByRole('alert')).toBeNull();
  await user.click(drawer.getByRole('button', { name: 'Close' }));
  await waitForAddress(fansPath);
});

it('shows no failure message beside the empty state of an unknown fan', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  openFansList(`${fansPath}?fan=${sampleId(31, 8)}`);
  await screen.findByText('This fan no longer exists', {}, found);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.queryByText('The fan does not exist')).toBeNull();
  vi.useRealTimers();
});

/** The position of a dialog above others, by an element inside it. */
const levelOf = (inside: Element) =>
  Number(inside.closest<HTMLElement>('.ant-modal-wrap')?.style.zIndex || Number.NaN);

it('asks before Back closes the details with an unsaved note', async () => {
  const { user, back } = openFansList(fansPath);
  await user.click(await findByLabel('Details of Marta'));
  await waitForAddress(`${fansPath}?fan=${sampleId(31, 1)}`);
  const drawer = within(await dialog('Marta'));
  const [edit] = await drawer.findAllByRole('button', { name: /^Edit: / }, found);
  if (edit === undefined) throw new Error('there is no fan to edit');
  await user.click(edit);
  const note = await screen.findByLabelText<HTMLTextAreaElement>('Note', {}, found);
  await user.type(note, 'Prefers mornings');
  const { value } = note;
  back();
  const stay = await screen.findByRole('button', { name: 'Stay' }, found);
  await waitForAddress(fansPath);
  expect(levelOf(stay)).toBeGreaterThan(levelOf(note));
  await user.click(stay);
  await waitForAddress(`${fansPath}?fan=${sampleId(31, 1)}`);
  expect(note.isConnected && note.value).toBe(value);
  back();
  await user.click(await screen.findByRole('button', { name: 'Leave' }, found));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
});

it('opens the details of the person named in the URL, and removes them from it when they are closed', async () => {
  const { user } = openFansList(`${fansPath}?types=new&fan=${sampleId(31, 1)}`);
  const drawer = within(await dialog('Marta'));
  expect(drawer.getByRole('tab', { name: 'Log' })).toBeTruthy();
  await user.click(drawer.getByRole('button', { name: 'Close' }));
  await waitForAddress(`${fansPath}?types=new`);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
});

it('leaves no entry behind whose Back would do nothing when the details are closed', async () => {
  const { user, go, back } = openFansList(fansPath);
  await rowOf(/Marta/);
  act(() => go(`${fansPath}?types=new`));
  await user.click(await findByLabel('Details of Marta'));
  await user.click(within(await dialog('Marta')).getByRole('button', { name: 'Close' }));
  await waitForAddress(`${fansPath}?types=new`);
  act(() => back());
  await waitForAddress(fansPath);
});

it('returns to the list from a person whom another one’s log has led to', async () => {
  const world = fanListWorld();
  const earlier = { fanId: sampleId(31, 2), rowId: sampleId(30, 2) };
  for (const event of world.fanEvents)
    if (event.kind === 'verdict' && event.matched !== null) Object.assign(event.matched, earlier);
  const { user, go, back } = openFansList(fansPath, world);
  await rowOf(/Marta/);
  act(() => go(`${fansPath}?types=new`));
  await user.click(await findByLabel('Details of Marta'));
  await user.click(await screen.findByRole('tab', { name: 'Log' }, found));
  await user.click(await screen.findByText(/Repeat: first seen by/, sentence, found));
  await user.click(within(await dialog('张伟')).getByRole('button', { name: 'Close' }));
  await waitForAddress(`${fansPath}?types=new`);
  act(() => back());
  await waitForAddress(fansPath);
});
