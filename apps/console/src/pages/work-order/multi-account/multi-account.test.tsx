/** The page of shares as the owner sees it. */
import { exportWorkOrderShares } from '@parley/contract/work-order-shares';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { chooseFromMenu, dialog, enter, rowOf, waitUntilGone } from '../../../app/testing/by-text.ts';
import { exportedQuery } from '../../../app/testing/exported.ts';
import { found } from '../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import { enUS } from '../../../app/testing/texts.ts';
import {
  type ShareWorld,
  sampleOrder,
  shareRoutes,
  someShare,
} from '../../../features/work-order-shares/testing/shares.ts';
import { sampleId } from '../../../lib/testing/samples.ts';
import { MultiAccount } from './MultiAccount.tsx';

const open = (world: ShareWorld, query = '') =>
  renderPage(<MultiAccount />, { at: `/workOrder/multiAccount${query}`, answers: shareRoutes(world) });

describe('the list of shares', () => {
  it('shows the status, access and number of visits of each share', async () => {
    open({
      shares: [someShare(), someShare({ id: sampleOrder.id, title: 'Old', status: 'expired' })],
      password: null,
    });
    const row = await rowOf(/For customers/);
    for (const text of ['Enabled', 'Password', '1,204', '/workOrder/share?share=token-1'])
      expect(row.textContent).toContain(text);
    expect((await rowOf(/Old/)).textContent).toContain('Expired');
  });

  it('explains the purpose of shares when there are none', async () => {
    open({ shares: [], password: null });
    expect(await screen.findByText('No shares yet', {}, found)).toBeTruthy();
  });

  it('shows the links to the work order in the URL, and all without that filter', async () => {
    const other = { ...sampleOrder, id: sampleId(21, 2), name: 'Autumn' };
    const ofOther = {
      workOrderId: other.id,
      name: other.name,
      platform: other.platform,
      socialAccountIds: null,
    };
    const shares = [someShare(), someShare({ id: sampleId(22, 2), title: 'Of autumn', orders: [ofOther] })];
    const { user } = open({ shares, password: null }, `?workOrderId=${sampleOrder.id}`);
    await rowOf(/For customers/);
    expect(screen.queryByText('Of autumn')).toBeNull();
    const tags = within(await screen.findByRole('list', { name: 'Active filters' }, found));
    expect(await tags.findByText('Spring', {}, found)).toBeTruthy();
    await user.click(tags.getByRole('button', { name: /Work order/ }));
    expect(await rowOf(/Of autumn/)).toBeTruthy();
  });

  it('sorts by a column, and exports what is found in that order', async () => {
    const opened = open({ shares: [someShare()], password: null }, '?status=enabled');
    await rowOf(/For customers/);
    fireEvent.click(screen.getByText('Opens', { selector: 'th *' }));
    await waitFor(() => expect(opened.server.asked.at(-1)).toContain('sort=opens.asc'), found);
    expect(await exportedQuery(opened, exportWorkOrderShares.path)).toBe('status=enabled&sort=opens.asc');
  });

  it('cancels a share after a confirmation, and keeps its record', async () => {
    const world = { shares: [someShare()], password: null };
    open(world);
    await rowOf(/For customers/);
    await chooseFromMenu('For customers', 'Cancel sharing');
    const question = within(await dialog('Cancel sharing?'));
    fireEvent.click(question.getByRole('button', { name: 'Cancel sharing' }));
    await waitFor(() => expect(world.shares[0]?.status).toBe('cancelled'));
    await waitFor(async () => expect((await rowOf(/For customers/)).textContent).toContain('Cancelled'));
  });
});

describe('a changed share', () => {
  it('keeps another user’s concurrent change until a button overwrites it', async () => {
    const world = { shares: [someShare()], password: 'kite42' };
    const { user } = open(world);
    await rowOf(/For customers/);
    await chooseFromMenu('For customers', 'Edit');
    const form = within(await dialog('Edit share'));
    const theirs = someShare({ title: 'For Li', version: 5 });
    world.shares[0] = theirs;
    enter(form.getByLabelText('Title'), 'For Ana');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(enUS.stale.title, {}, found)).toBeTruthy();
    expect(theirs.title).toBe('For Li');
    await user.click(form.getByRole('button', { name: /Save mine$/ }));
    await waitFor(() => expect(theirs).toMatchObject({ title: 'For Ana', version: 6 }), found);
  });
});

describe('a new share', () => {
  it('requires a password when the work order has none, and shows the link', async () => {
    const world: ShareWorld = { shares: [], password: null };
    const { user } = open(world);
    await screen.findByText('No shares yet', {}, found);
    fireEvent.click(screen.getAllByRole('button', { name: /Share work orders/ })[0] ?? document.body);
    const form = within(await dialog('Share work orders'));
    enter(form.getByLabelText('Title'), 'For Li');
    await user.click(form.getByRole('switch', { name: 'Share the chat history' }));
    await user.click(form.getByLabelText('Work orders'));
    await user.click(await screen.findByTitle('Spring · Ana', {}, found));
    enter(form.getByLabelText('Password', { selector: 'input[type=text]' }), 'abc');
    fireEvent.click(form.getByRole('button', { name: 'Share work orders' }));
    expect(await form.findByText(/4/, { selector: '.ant-form-item-explain-error' }, found)).toBeTruthy();
    enter(form.getByLabelText('Password', { selector: 'input[type=text]' }), 'kite42');
    fireEvent.click(form.getByRole('button', { name: 'Share work orders' }));
    await waitUntilGone('Share work orders');
    expect(world).toMatchObject({
      password: 'kite42',
      shares: [{ title: 'For Li', validDays: 30, access: 'password', fanNames: 'none', chatHistory: true }],
    });
    expect(screen.getByText('With chat history')).toBeTruthy();
    const link = within(await dialog('For Li'));
    expect(link.getByText(/\/workOrder\/share\?share=token-1$/)).toBeTruthy();
  });
});
