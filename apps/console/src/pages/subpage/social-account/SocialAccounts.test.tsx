/** Social accounts as the owner sees them. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { found } from '../../../app/testing/page-harness.tsx';
import { enUS } from '../../../app/testing/texts.ts';
import { someSubAccount } from '../../../features/sub-accounts/testing/sub-accounts.ts';
import { sampleId } from '../../../lib/testing/samples.ts';
import { hasUnsaved } from '../../../lib/unsaved-changes.ts';
import { busyWorld, openSocialAccounts, type SocialAccountsWorld } from './testing/open-social-accounts.tsx';

const page = '/subpage/socialAccount';

// Preloaded, as it is lazy: an earlier click would be lost.
beforeAll(() => import('antd/es/dropdown/index.js'));

const rowOf = async (name: string) => {
  // Its sub-account may have the same name.
  const [cell] = await screen.findAllByText(name, { selector: 'td *' }, found);
  const row = cell?.closest('tr') ?? null;
  if (row === null) throw new Error(`${name} stands in no row`);
  return row;
};

type Opened = ReturnType<typeof openSocialAccounts> & { world: SocialAccountsWorld };
function open(world = busyWorld()): Opened {
  return { ...openSocialAccounts(page, world), world };
}

/** Finds buttons by text, as queries by role are slow on a whole page. */
const buttonOf = (text: HTMLElement) => text.closest('button') ?? text;
const press = (text: string) => fireEvent.click(buttonOf(screen.getByText(text, { selector: 'button *' })));
const pressLater = async (text: string) =>
  fireEvent.click(buttonOf(await screen.findByText(text, { selector: 'button *' }, found)));
const dialogOf = (within: Element): HTMLElement => {
  const dialog = within.closest<HTMLElement>('[role=dialog]');
  if (dialog === null) throw new Error('this stands in no dialog');
  return dialog;
};

/** Opens a dialog from an account's row, and waits for this text in it. */
async function task(name: string, entry: string, text: string): Promise<HTMLElement> {
  const row = await rowOf(name);
  fireEvent.click(within(row).getByLabelText(`More for ${name}`));
  fireEvent.click(await screen.findByText(entry, { selector: '.ant-dropdown-menu *' }, found));
  return dialogOf(await screen.findByText(text, { selector: '[role=dialog] *' }, found));
}

describe('the list', () => {
  it('names the proxy of each social account', async () => {
    open();
    expect((await rowOf('Website')).textContent).toContain('Frankfurt 1Chosen automatically');
    expect((await rowOf('Telegram shop')).textContent).toContain('México');
    expect((await rowOf('Support EU')).textContent).toContain('Direct');
    expect((await rowOf('Old bot')).textContent).toContain('None');
    expect((await rowOf('Left alone')).textContent).toContain('Unavailable');
  });

  it('explains why an account is stopped and what to do, and quotes the platform’s message', async () => {
    open();
    const full = await rowOf('Sixth of five');
    expect(screen.getByRole('link', { name: 'Counting rules' }).closest('.list-hint')).not.toBeNull();
    expect(full.textContent).toContain('All 5 ports of this sub-account are in use');
    expect(full.textContent).toContain('Raise the sub-account’s port limit');
    expect((await rowOf('Left alone')).textContent).toContain('never bypasses the proxy');
    expect((await rowOf('Shop MX')).textContent).toContain('The proxy did not respond in time: 10 s');
    expect((await rowOf('Support EU')).textContent).toContain('not-authorized: the user name');
  });

  it('links from an ended authorization to the form that renews it', async () => {
    const world = busyWorld();
    const [, account] = world.socialAccounts;
    if (account === undefined) throw new Error('there is no account');
    account.state = 'refused';
    account.stateReason = 'authorization-ended: invalid_grant, revoked by its owner';
    open(world);
    const row = await rowOf(account.name);
    expect(row.textContent).toContain('no longer accepts this account’s authorization');
    expect(row.textContent).toContain('revoked by its owner');
    expect(within(await rowOf('Support EU')).queryByText('Authorize again')).toBeNull();
    fireEvent.click(within(row).getByLabelText(`Authorize again: ${account.name}`));
    expect(await screen.findByText(/^Enter credentials of the same account/, {}, found)).toBeTruthy();
  });
});

describe('choosing the proxy', () => {
  const save = () => press('Save and reconnect');
  const way = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name);

  async function choose(option: RegExp): Promise<void> {
    fireEvent.mouseDown(await screen.findByLabelText('A proxy', {}, found));
    fireEvent.click(await screen.findByText(option, { selector: '.ant-select-item-option *' }, found));
  }

  it('selects a proxy after showing its status and egress region', async () => {
    const opened = open();
    const dialog = await task('Website', 'Proxy', 'Connection');
    fireEvent.click(way(/^Specific proxy/));
    await choose(/México/);
    expect(dialog.textContent).toContain('Working');
    expect(dialog.textContent).toContain('Exit in Mexico');
    save();
    await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull(), found);
    expect(opened.world.socialAccounts[0]?.proxy).toEqual({
      mode: 'chosen',
      id: sampleId(16, 2),
      name: 'México',
    });
    await waitFor(async () => expect((await rowOf('Website')).textContent).toContain('México'), found);
  });

  it('shows the status of the current proxy', async () => {
    open();
    const dialog = await task('Telegram shop', 'Proxy', 'Connection');
    await waitFor(() => expect(dialog.textContent).toContain('Exit in Mexico'), found);
    expect(way(/^Specific proxy/)).toHaveProperty('checked', true);
  });

  it('warns before a direct connection', async () => {
    const opened = open();
    const dialog = await task('Website', 'Proxy', 'Connection');
    expect(within(dialog).queryByRole('alert')).toBeNull();
    fireEvent.click(way(/^Direct/));
    expect(await within(dialog).findByText(/this server’s own address/, {}, found)).toBeTruthy();
    save();
    await waitFor(() => expect(opened.world.socialAccounts[0]?.proxy.mode).toBe('direct'), found);
  });

  it('requires a proxy, and says that the selected one no longer exists', async () => {
    const opened = open();
    const dialog = await task('Website', 'Proxy', 'Connection');
    fireEvent.click(way(/^Specific proxy/));
    await screen.findByLabelText('A proxy', {}, found);
    save();
    expect(await within(dialog).findByText('Select an option', {}, found)).toBeTruthy();
    await choose(/México/);
    opened.world.proxies = [];
    save();
    await waitFor(() => expect(dialog.querySelector('.ant-form-item-explain-error')).not.toBeNull(), found);
    expect(opened.world.socialAccounts[0]?.proxy.mode).toBe('auto');
  });
});

describe('adding', () => {
  async function openForm(): Promise<HTMLElement> {
    await rowOf('Website');
    press('Add social account');
    return dialogOf(await screen.findByText('Verify and connect', {}, found));
  }
  async function pick(form: HTMLElement, field: string, option: RegExp): Promise<void> {
    fireEvent.mouseDown(await within(form).findByLabelText(field, { selector: 'input' }, found));
    fireEvent.click(await screen.findByText(option, { selector: '.ant-select-item-option *' }, found));
  }
  const offered = () =>
    [...document.querySelectorAll('.ant-select-item-option:not(.ant-select-item-option-disabled)')].map(
      (option) => option.textContent,
    );

  function restricted(): { world: SocialAccountsWorld; first: RegExp } {
    const world = busyWorld();
    const [first] = world.subAccounts;
    if (first === undefined) throw new Error('a busy world has sub-accounts');
    first.platforms = ['telegram'];
    return { world, first: new RegExp(first.accountName) };
  }

  it('offers only the platforms permitted for the sub-account', async () => {
    const { world, first } = restricted();
    const opened = open(world);
    const dialog = await openForm();
    await pick(dialog, 'Sub-account', first);
    await waitFor(() => {
      expect(opened.server.asked.some((line) => line.includes('subAccount/get'))).toBe(true);
    }, found);
    fireEvent.mouseDown(within(dialog).getByLabelText('Platform', { selector: 'input' }));
    await waitFor(() => expect(offered().filter((name) => name === 'Telegram')).toHaveLength(1), found);
    expect(offered()).not.toContain('Website chat');
  });

  it('names a sub-account beyond the first hundred in the filter and in the form', async () => {
    const world = busyWorld();
    for (let at = 100; at < 310; at += 1) {
      world.subAccounts.push(
        someSubAccount({ id: sampleId(4, at), accountName: `far-${at}`, remark: `${at}` }),
      );
    }
    const last = world.subAccounts.at(-1);
    Object.assign(last ?? {}, { remark: 'Zoe', platforms: ['telegram'] });
    for (const account of world.socialAccounts) Object.assign(account, { subAccountId: last?.id });
    const opened = openSocialAccounts(`${page}?subAccountId=${last?.id}`, world);
    expect((await screen.findAllByText('Zoe', { selector: '.filter-tags *' }, found)).length).toBeGreaterThan(
      0,
    );
    const dialog = await openForm();
    const field = await within(dialog).findByLabelText('Sub-account', { selector: 'input' }, found);
    fireEvent.mouseDown(field);
    fireEvent.change(field, { target: { value: 'far-309' } });
    fireEvent.click(await screen.findByText(/far-309/, { selector: '.ant-select-item-option *' }, found));
    await waitFor(
      () => expect(opened.server.asked.some((line) => line.includes('far-309'))).toBe(true),
      found,
    );
    await waitFor(
      () => expect(within(dialog).getAllByText('Zoe (far-309)').length).toBeGreaterThan(0),
      found,
    );
    fireEvent.mouseDown(within(dialog).getByLabelText('Platform', { selector: 'input' }));
    await waitFor(() => expect(offered()).toContain('Telegram'), found);
    expect(offered()).not.toContain('Website chat');
  });

  it('asks for confirmation before input is lost', async () => {
    open();
    const dialog = await openForm();
    fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: 'Half' } });
    await waitFor(() => expect(hasUnsaved(page)).toBe(true), found);
    fireEvent.click(within(dialog).getByText('Cancel'));
    expect(await screen.findByText(enUS.unsaved.title, {}, found)).toBeTruthy();
    expect(within(dialog).getByLabelText('Name')).toHaveProperty('value', 'Half');
  });

  it('refuses a platform selected before the sub-account that doesn’t permit it', async () => {
    const { world, first } = restricted();
    open(world);
    const dialog = await openForm();
    await pick(dialog, 'Platform', /^Website chat$/);
    await pick(dialog, 'Sub-account', first);
    expect(
      await within(dialog).findByText('Platform not allowed for the sub-account', {}, found),
    ).toBeTruthy();
  });

  it('shows the server’s error at the platform', async () => {
    const { world, first } = restricted();
    open(world);
    const permitted = world.subAccounts[0];
    if (permitted !== undefined) permitted.platforms = null;
    const dialog = await openForm();
    await pick(dialog, 'Sub-account', first);
    await pick(dialog, 'Platform', /^XMPP/);
    for (const [label, value] of [
      ['Name', 'Another'],
      ['Address (JID)', 'x@chat.example'],
      ['Password', 'secret'],
    ] as const)
      fireEvent.change(await within(dialog).findByLabelText(label, {}, found), { target: { value } });
    if (permitted !== undefined) permitted.platforms = ['telegram'];
    press('Verify and connect');
    await waitFor(() => {
      const error = dialog.querySelector('.ant-form-item-explain-error');
      expect(error?.closest('.ant-form-item')?.textContent).toContain('Platform');
    }, found);
  });
});

describe('the isolation profile', () => {
  const suggest = () => press('Match the proxy’s region');
  const saveButton = () => screen.getByText('Save', { selector: 'button *' }).closest('button');
  const save = () => press('Save');
  const userAgent = () => screen.getByLabelText<HTMLTextAreaElement>('User agent');
  const zone = () =>
    document
      .querySelector('.ant-drawer [title^="Europe/Berlin"], .ant-drawer [title^="America/"]')
      ?.getAttribute('title');
  const warnings = () => [...document.querySelectorAll('.field-warning')].map((one) => one.textContent);
  const drawer = (name: string) => task(name, 'Isolation profile', 'User agent');

  it('shows that a profile is unchanged, and the egress region of its proxy', async () => {
    open();
    const opening = await drawer('Website');
    await waitFor(() => expect(userAgent().value).toContain('Chrome/158'), found);
    expect(opening.textContent).toContain('Proxy exit: Germany');
    expect(opening.textContent).toContain('Not edited yet');
    expect(warnings()).toEqual([]);
  });

  it('shows the next step when the region is unknown', async () => {
    open();
    const opening = await drawer('Old bot');
    expect(opening.textContent).toContain('Generate device');
    expect(opening.textContent).toContain('Choose a proxy for this account');
  });

  it('fills in a suggestion, and stores it only on save', async () => {
    const opened = open();
    await drawer('Telegram shop');
    await waitFor(() => expect(warnings()).toHaveLength(3), found);
    expect(warnings()[0]).toContain('The first language is uncommon');
    suggest();
    await waitFor(() => expect(warnings()).toEqual([]), found);
    expect(zone()).toContain('America/Mexico_City');
    expect(opened.world.isolationProfiles.get(sampleId(3, 2))?.timeZone).toBe('Europe/Berlin');
    expect(hasUnsaved(page)).toBe(true);
    save();
    await waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull(), found);
    expect(opened.world.isolationProfiles.get(sampleId(3, 2))).toMatchObject({
      timeZone: 'America/Mexico_City',
      languages: ['es-419', 'es'],
      canvasNoise: 77,
      version: 5,
      warnings: [],
    });
    expect(hasUnsaved(page)).toBe(false);
  });

  it('stays open with warnings at their fields when the saved values don’t fit together', async () => {
    open();
    const opening = await drawer('Website');
    await waitFor(() => expect(userAgent().value).not.toBe(''), found);
    fireEvent.change(userAgent(), { target: { value: 'curl/8.5.0' } });
    save();
    await waitFor(() => expect(warnings()).toHaveLength(1), found);
    expect(userAgent().closest('.ant-form-item')?.textContent).toContain('Not a current Chrome');
    expect(opening.isConnected).toBe(true);
    expect(opening.textContent).toContain('Edited manually');
    fireEvent.change(userAgent(), { target: { value: 'curl/8.6.0' } });
    await waitFor(() => expect(warnings()).toEqual([]), found);
  });

  it('generates new seeds, and removes one', async () => {
    const opened = open();
    await drawer('Website');
    fireEvent.click(screen.getByLabelText('Regenerate: Canvas noise'));
    fireEvent.click(screen.getByLabelText('Audio noise'));
    expect(screen.queryByLabelText('Regenerate: Audio noise')).toBeNull();
    save();
    await waitFor(() => expect(opened.world.isolationProfiles.has(sampleId(3, 1))).toBe(true), found);
    const { canvasNoise, audioNoise } = opened.world.isolationProfiles.get(sampleId(3, 1)) ?? {};
    expect(canvasNoise).toBeGreaterThan(0);
    expect(canvasNoise).not.toBe(3_525_634_835);
    expect(audioNoise).toBeNull();
  });

  it('shows values that the server would refuse under their fields', async () => {
    const opened = open();
    const opening = await drawer('Website');
    fireEvent.change(await within(opening).findByLabelText('Width', {}, found), { target: { value: '10' } });
    fireEvent.change(userAgent(), { target: { value: ' ' } });
    save();
    await waitFor(() => expect(opening.textContent).toContain('At least 320'), found);
    expect(opened.world.isolationProfiles.has(sampleId(3, 1))).toBe(false);
  });

  it('asks for confirmation before unsaved changes are lost, on Escape too', async () => {
    const opened = open();
    await drawer('Website');
    await waitFor(() => expect(userAgent().value).not.toBe(''), found);
    fireEvent.change(userAgent(), { target: { value: 'Mozilla/5.0 of mine' } });
    await opened.user.click(userAgent());
    await opened.user.keyboard('{Escape}');
    await pressLater('Stay');
    expect(userAgent().value).toBe('Mozilla/5.0 of mine');
    press('Close');
    await pressLater('Leave');
    await waitFor(() => expect(screen.queryByLabelText('User agent')).toBeNull(), found);
    expect(hasUnsaved(page)).toBe(false);
  });

  describe('an isolation profile with a concurrent change', () => {
    async function stale(): Promise<Opened> {
      const opened = open();
      await drawer('Telegram shop');
      await waitFor(() => expect(warnings()).toHaveLength(3), found);
      const kept = opened.world.isolationProfiles.get(sampleId(3, 2));
      if (kept !== undefined)
        opened.world.isolationProfiles.set(kept.socialAccountId, {
          ...kept,
          version: 9,
          userAgent: 'Theirs',
        });
      fireEvent.change(userAgent(), { target: { value: 'Mozilla/5.0 of mine' } });
      save();
      await screen.findByText(enUS.stale.title, {}, found);
      expect(saveButton()).toHaveProperty('disabled', true);
      return opened;
    }

    it('shows the other user’s profile', async () => {
      await stale();
      press(enUS.stale.takeTheirs);
      await waitFor(() => expect(userAgent().value).toBe('Theirs'), found);
      expect(saveButton()).toHaveProperty('disabled', false);
      expect(hasUnsaved(page)).toBe(false);
    });

    it('overwrites the other user’s profile', async () => {
      const opened = await stale();
      press(enUS.stale.keepMine);
      await waitFor(
        () => expect(opened.world.isolationProfiles.get(sampleId(3, 2))?.version).toBe(10),
        found,
      );
      expect(opened.world.isolationProfiles.get(sampleId(3, 2))?.userAgent).toBe('Mozilla/5.0 of mine');
    });
  });
});
