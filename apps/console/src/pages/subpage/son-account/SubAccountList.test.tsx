/** The sub-accounts as the owner manages them. */
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { found, waitForAddress } from '../../../app/testing/page-harness.tsx';
import { enUS } from '../../../app/testing/texts.ts';
import charactersTexts from '../../../features/characters/locales/en-US.json' with { type: 'json' };
import subAccountsTexts from '../../../features/sub-accounts/locales/en-US.json' with { type: 'json' };
import { hasUnsaved } from '../../../lib/unsaved-changes.ts';
import listTexts from '../../../ui/list/locales/en-US.json' with { type: 'json' };
import { busyWorld, emptyWorld, openSubAccounts } from './testing/open-sub-accounts.tsx';
import {
  button,
  dialog,
  dialogOf,
  enter,
  findRows,
  menuOf,
  openSubAccountList,
  requestsTo,
  rows,
  smallWorld,
  subAccountAt,
  subAccountsPath,
} from './testing/sub-account-list.tsx';

// Hidden elements don't matter here, and detecting them takes most of the time.
configure({ defaultHidden: true });

const texts = subAccountsTexts.subAccounts;
beforeEach(() => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the list', () => {
  it('shows the permissions, resources and usage of each sub-account', async () => {
    const world = smallWorld();
    const wide = subAccountAt(world, 3);
    Object.assign(wide, { platforms: ['webchat', 'telegram', 'xmpp'], portMode: 'fixed', portLimit: 7 });
    await openSubAccountList(subAccountsPath, world);
    const row = screen.getByRole('row', { name: new RegExp(wide.accountName) }).textContent ?? '';
    for (const part of [
      'Support EU',
      'Enabled',
      'Website chat, Telegram +1',
      '0 / 2',
      '0 / 7 Fixed',
      'Offline',
      '36,000',
      '1,200 / 48,000',
      'Below 5,000: +20,000',
      '02/26/2026',
    ]) {
      expect(row).toContain(part);
    }
  });

  it('applies all filters of the URL to the list and the export', async () => {
    const query =
      'search=agent&status=normal&platform=xmpp&characters=limited&portMode=dynamic&sessions=online';
    const { server } = await openSubAccountList(`${subAccountsPath}?${query}&colour=red`);
    expect(
      requestsTo(server, 'GET /api/user/subAccount/page').at(-1)?.split('?')[1]?.split('&').sort(),
    ).toEqual([...query.split('&'), 'pageNo=1', 'pageSize=20'].sort());
    fireEvent.click(button(charactersTexts.records.export));
    await waitFor(
      () => expect(requestsTo(server, 'GET /api/user/subAccount/exportExcel')).toHaveLength(1),
      found,
    );
    const [asking] = requestsTo(server, 'GET /api/user/subAccount/exportExcel');
    expect(asking?.split('?')[1]?.split('&').sort()).toEqual(query.split('&').sort());
  });

  it('ignores invalid filters in the URL, and writes selected ones to it', async () => {
    await openSubAccountList(`${subAccountsPath}?status=gone&portMode=7&sessions=maybe`);
    expect(rows()).toHaveLength(8);
    fireEvent.click(button(new RegExp(listTexts.list.filters)));
    const status = screen.getByRole('combobox', { name: texts.status });
    fireEvent.mouseDown(status);
    fireEvent.click(await screen.findByTitle(texts.statuses.disabled, {}, found));
    await waitForAddress(`${subAccountsPath}?status=disabled&portMode=7&sessions=maybe`);
    await findRows(1);
  });

  it('keeps the selected columns over a reload', async () => {
    const first = await openSubAccountList();
    const head = (name: string) => screen.queryByRole('columnheader', { name });
    expect(head(texts.created)).toBeTruthy();
    fireEvent.click(button(listTexts.list.columns));
    fireEvent.click(await screen.findByRole('checkbox', { name: texts.created }, found));
    await waitFor(() => expect(head(texts.created)).toBeNull(), found);
    first.leave();
    cleanup();
    await openSubAccountList();
    expect(head(texts.created)).toBeNull();
    expect(head(texts.remark)).toBeTruthy();
  });

  it('shows the next step for an empty list, and the reason of a failed request', async () => {
    openSubAccounts(subAccountsPath, emptyWorld());
    expect(await screen.findByText(texts.none, {}, found)).toBeTruthy();
    cleanup();
    openSubAccounts(subAccountsPath, busyWorld(), {
      instead: (url) => (url.includes('subAccount/page') ? Promise.reject(new TypeError('lost')) : undefined),
    });
    expect(await screen.findByRole('alert', {}, { timeout: 40_000 })).toBeTruthy();
  });

  it('keeps showing loaded rows without a network', async () => {
    const { server, refresh } = await openSubAccountList();
    server.trouble = 'network';
    await refresh();
    expect(rows()).toHaveLength(8);
  });
});

describe('the form', () => {
  it('creates a sub-account with all settings, and shows its login details once', async () => {
    const { world } = await openSubAccountList();
    fireEvent.click(button(new RegExp(texts.create)));
    const form = within(await dialog(texts.create));
    enter(form.getByLabelText(texts.remark), 'Zoe');
    fireEvent.click(form.getByText(texts.somePlatforms));
    fireEvent.mouseDown(await form.findByRole('combobox', { name: texts.permitted }, found));
    fireEvent.click(await screen.findByTitle('Telegram', {}, found));
    fireEvent.click(form.getByText(texts.portModes.fixed));
    enter(form.getByLabelText(texts.portLimit), '2');
    expect(await form.findByText('Free in the workspace: 6', {}, found)).toBeTruthy();
    fireEvent.click(form.getByLabelText(texts.switch.autoAllocate));
    enter(await form.findByLabelText(texts.autoBelow, {}, found), '700');
    enter(form.getByLabelText(texts.autoAmount), '900');
    for (const name of ['multiDevice', 'profileSharing', 'sessionArchive', 'saveChatHistory'] as const) {
      fireEvent.click(form.getByLabelText(texts.switch[name]));
    }
    fireEvent.click(form.getByLabelText(texts.switch.autoReply));
    fireEvent.click(form.getByText(texts.dedupeSubAccount));
    fireEvent.click(form.getByRole('button', { name: texts.save }));
    const details = within(await dialog(texts.detailsTitle.created));
    expect(details.getByText('mT7-made-for-you')).toBeTruthy();
    expect(details.getByText('agent-new-8')).toBeTruthy();
    expect(details.getByRole('link').getAttribute('href')).toBe(`${location.origin}/desk/`);
    expect(subAccountAt(world, 0)).toMatchObject({
      remark: 'Zoe',
      platforms: ['telegram'],
      portMode: 'fixed',
      portLimit: 2,
      status: 'normal',
      multiDevice: false,
      profileSharing: false,
      sessionArchive: false,
      saveChatHistory: false,
      autoReply: true,
      dedupeScope: 'sub-account',
      autoAllocation: { below: 700, amount: 900 },
    });
  });

  it('requires mandatory fields, and shows a shortage at its field', async () => {
    const { world } = await openSubAccountList();
    fireEvent.click(button(new RegExp(texts.create)));
    const form = within(await dialog(texts.create));
    for (const field of [texts.initialCharacters, texts.portLimit]) enter(form.getByLabelText(field), '');
    fireEvent.click(form.getByText(texts.somePlatforms));
    const submit = form.getByRole('button', { name: texts.save });
    fireEvent.click(submit);
    await waitFor(() => expect(form.getAllByText(enUS.validation.required)).toHaveLength(3), found);
    enter(form.getByLabelText(texts.remark), 'Zoe');
    fireEvent.click(form.getByText(texts.everyPlatform));
    enter(form.getByLabelText(texts.initialCharacters), '0');
    fireEvent.click(form.getByText(texts.portModes.fixed));
    enter(form.getByLabelText(texts.portLimit), '7');
    await waitFor(() => expect(form.queryByText(enUS.validation.required)).toBeNull(), found);
    fireEvent.click(submit);
    expect(await form.findByText('Not enough free ports: 7 needed, 6 left', {}, found)).toBeTruthy();
    expect(world.subAccounts).toHaveLength(8);
  });

  it('changes a sub-account and its status, and asks for confirmation before input is lost', async () => {
    const { world } = await openSubAccountList();
    const one = subAccountAt(world, 1);
    fireEvent.click(button(`Edit ${one.accountName}`));
    const form = within(await dialog(texts.change));
    expect(await form.findByText('Free in the workspace: 6, plus its own 5', {}, found)).toBeTruthy();
    expect(form.queryByLabelText(texts.password)).toBeNull();
    expect(hasUnsaved(subAccountsPath)).toBe(false);
    enter(form.getByLabelText(texts.remark), 'Morning shift');
    await waitFor(() => expect(hasUnsaved(subAccountsPath)).toBe(true), found);
    fireEvent.click(form.getByRole('button', { name: 'Cancel' }));
    const question = within(await dialog(enUS.unsaved.title));
    fireEvent.click(question.getByRole('button', { name: enUS.unsaved.stay }));
    fireEvent.click(form.getByText(texts.statuses.disabled));
    expect(await form.findByText(texts.disableHint, {}, found)).toBeTruthy();
    fireEvent.click(form.getByRole('button', { name: texts.save }));
    await waitFor(
      () => expect(subAccountAt(world, 1)).toMatchObject({ status: 'disabled', remark: 'Morning shift' }),
      found,
    );
    await waitFor(() => expect(dialogOf(texts.change)).toBeUndefined(), found);
    expect(hasUnsaved()).toBe(false);
  });

  it('offers another user’s concurrent change', async () => {
    const { world } = await openSubAccountList();
    const one = subAccountAt(world, 2);
    fireEvent.click(button(`Edit ${one.accountName}`));
    const form = within(await dialog(texts.change));
    Object.assign(one, { version: 2, remark: 'Theirs', portLimit: 4 });
    enter(form.getByLabelText(texts.remark), 'Mine');
    fireEvent.click(form.getByRole('button', { name: texts.save }));
    fireEvent.click(await form.findByRole('button', { name: enUS.stale.takeTheirs }, found));
    const remark = form.getByLabelText<HTMLInputElement>(texts.remark);
    await waitFor(() => expect(remark.value).toBe('Theirs'), found);
    enter(remark, 'Ours');
    fireEvent.click(form.getByRole('button', { name: texts.save }));
    await waitFor(() => expect(one).toMatchObject({ version: 3, remark: 'Ours', portLimit: 4 }), found);
  });

  it('keeps the input after another user’s concurrent change', async () => {
    const { world } = await openSubAccountList();
    const one = subAccountAt(world, 2);
    fireEvent.click(button(`Edit ${one.accountName}`));
    const form = within(await dialog(texts.change));
    Object.assign(one, { version: 2, remark: 'Theirs' });
    enter(form.getByLabelText(texts.remark), 'Mine');
    fireEvent.click(form.getByRole('button', { name: texts.save }));
    fireEvent.click(await form.findByRole('button', { name: enUS.stale.keepMine }, found));
    await waitFor(() => expect(one).toMatchObject({ version: 3, remark: 'Mine' }), found);
    await waitFor(() => expect(dialogOf(texts.change)).toBeUndefined(), found);
  });

  it('returns the focus to the button that opened it', async () => {
    const { world } = await openSubAccountList();
    const opener = button(`Edit ${subAccountAt(world, 1).accountName}`);
    opener.focus();
    fireEvent.click(opener);
    const form = within(await dialog(texts.change));
    await waitFor(() => expect(document.activeElement).not.toBe(opener), found);
    fireEvent.click(form.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement).toBe(opener), found);
  });

  it('returns the focus to the menu that opened it', async () => {
    const { world, choose } = await openSubAccountList();
    const one = subAccountAt(world, 1);
    await choose(one, texts.takeBack);
    const opener = button(`More for ${one.accountName}`);
    const form = within(await dialog(texts.reclaiming.title));
    await waitFor(() => expect(document.activeElement).not.toBe(opener), found);
    fireEvent.click(form.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement).toBe(opener), found);
  });
});

describe('several rows', () => {
  it('selects all on the page except the default one, and deletes them after their number was typed', async () => {
    const { world } = await openSubAccountList();
    const [whole] = screen.getAllByRole('checkbox', { name: listTexts.list.selectPage });
    if (whole === undefined) throw new Error('the page can not be selected');
    fireEvent.click(whole);
    expect((await screen.findAllByText('7 selected', {}, found)).length).toBeGreaterThan(0);
    const byDefault = screen.getByRole('checkbox', { name: `Select ${subAccountAt(world, 0).accountName}` });
    expect(byDefault).toHaveProperty('disabled', true);
    fireEvent.click(button(texts.delete));
    const question = within(await dialog());
    const submit = question.getByRole('button', { name: texts.delete });
    enter(question.getByRole('textbox'), '8');
    expect(submit).toHaveProperty('disabled', true);
    enter(question.getByRole('textbox'), '7');
    fireEvent.click(submit);
    await waitFor(() => expect(world.subAccounts).toHaveLength(1), found);
    await findRows(1);
    expect(screen.queryByText('7 selected')).toBeNull();
  });

  it('disables several, and re-enables those that were enabled before', async () => {
    const { world, pick } = await openSubAccountList();
    const chosen = [subAccountAt(world, 1), subAccountAt(world, 6)];
    expect(chosen.map(({ status }) => status)).toEqual(['normal', 'disabled']);
    chosen.forEach(pick);
    fireEvent.click(button(texts.disable));
    const question = within(await dialog());
    fireEvent.click(question.getByRole('button', { name: texts.disable }));
    await waitFor(() => expect(subAccountAt(world, 1).status).toBe('disabled'), found);
    fireEvent.click(await screen.findByRole('button', { name: texts.enableAgain }, found));
    await waitFor(() => expect(subAccountAt(world, 1).status).toBe('normal'), found);
    expect(subAccountAt(world, 6).status).toBe('disabled');
  });
});

describe('one row', () => {
  it('explains that deleting an unlimited sub-account returns no characters', async () => {
    const { world, choose } = await openSubAccountList();
    await choose(subAccountAt(world, 5), texts.delete);
    expect(within(await dialog()).getByText(/^Characters returned to you: 0\./)).toBeTruthy();
  });

  it('deletes a sub-account after its name was typed', async () => {
    const { world, choose } = await openSubAccountList();
    const one = subAccountAt(world, 3);
    await choose(one, texts.delete);
    const question = within(await dialog());
    expect(question.getByText(/returned to you: 36,000\./)).toBeTruthy();
    enter(question.getByRole('textbox'), one.accountName);
    fireEvent.click(question.getByRole('button', { name: texts.delete }));
    await waitFor(() => expect(world.subAccounts).not.toContain(one), found);
    expect(world.ownerRemaining).toBe(1_320_500);
  });

  it('returns characters, up to its balance', async () => {
    const { world, choose } = await openSubAccountList();
    const one = subAccountAt(world, 1);
    await choose(one, texts.takeBack);
    const form = within(await dialog(texts.reclaiming.title));
    expect(form.getByText('The sub-account has 12,000')).toBeTruthy();
    const submit = form.getByRole('button', { name: texts.reclaiming.ok });
    enter(form.getByLabelText(texts.reclaiming.amount), '12001');
    fireEvent.click(submit);
    expect(await screen.findByText('Not enough characters left', {}, found)).toBeTruthy();
    enter(form.getByLabelText(texts.reclaiming.amount), '2000');
    fireEvent.click(submit);
    await waitFor(() => expect(one.remaining).toBe(10_000), found);
    expect(world.ownerRemaining).toBe(1_286_500);
  });

  it('gets a new password, shown once with all login details', async () => {
    const { world, choose } = await openSubAccountList();
    const one = subAccountAt(world, 1);
    await choose(one, texts.newPassword);
    const form = within(await dialog());
    fireEvent.click(form.getByRole('button', { name: texts.newPasswordOk }));
    const details = within(await dialog(texts.detailsTitle.password));
    expect(details.getByText('nW3-made-anew')).toBeTruthy();
    fireEvent.keyDown(window, { key: 'Escape' });
    expect(details.getByText('nW3-made-anew')).toBeTruthy();
    fireEvent.click(details.getByRole('button', { name: enUS.action.done }));
    await waitFor(() => expect(dialogOf()).toBeUndefined(), found);
    await choose(one, texts.details);
    const asking = within(await dialog(texts.detailsTitle.asked));
    expect(asking.getByText(one.accountName)).toBeTruthy();
    expect(asking.getByText(texts.passwordUnknown)).toBeTruthy();
    expect(asking.queryByText(texts.password)).toBeNull();
  });

  it('shows no login details of the default one, as it uses the owner’s', async () => {
    const { world } = await openSubAccountList();
    const entry = (await menuOf(subAccountAt(world, 0))).getByText(texts.details).closest('[role=menuitem]');
    expect(entry?.getAttribute('aria-disabled')).toBe('true');
  });

  it('links to its usage', async () => {
    const { world } = await openSubAccountList();
    const one = subAccountAt(world, 1);
    const link = (await menuOf(one)).getByText(texts.usage);
    expect(link.getAttribute('href')).toBe(`/subpage/chatUse?subAccountId=${one.id}`);
  });
});
