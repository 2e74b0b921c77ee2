/** Sharing of a split link's report, and how visitors' IP addresses are stored. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { button, chooseFromMenu, dialog, enter, rowOf } from '../../../app/testing/by-text.ts';
import { found } from '../../../app/testing/page-harness.tsx';
import { splitLinkWorld } from '../../../features/split-links/testing/split-links.ts';
import { openSplitLinks } from './testing/open-split-links.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the report of a split link', () => {
  it('creates, disables and cancels a link to the report', async () => {
    const world = splitLinkWorld();
    const { user } = openSplitLinks(world);
    await rowOf(/Spring campaign/);
    await chooseFromMenu('Spring campaign', 'Share report');
    const sharing = within(await dialog('Spring campaign: share the report'));
    await user.click(await sharing.findByRole('button', { name: 'Create link' }, found));
    expect(await sharing.findByText(/streamLinkReport\?share=token/, {}, found)).toBeTruthy();
    expect(world.share?.validDays).toBe(30);
    expect(document.activeElement).not.toBe(document.body);
    await user.click(sharing.getByRole('button', { name: 'Disable' }));
    await waitFor(() => expect(world.share?.status).toBe('disabled'), found);
    await user.click(await sharing.findByRole('button', { name: 'Cancel sharing' }, found));
    const question = await screen.findByText('The link stops working for good. Cancel sharing?', {}, found);
    const popup = question.closest<HTMLElement>('.ant-popover') ?? document.body;
    await user.click(within(popup).getByRole('button', { name: 'Cancel sharing' }));
    await waitFor(() => expect(world.share?.status).toBe('cancelled'), found);
    await waitFor(() => expect(sharing.queryByText(/share=token/)).toBeNull(), found);
  });

  it('creates an unlimited link, and requires the days of a limited one', async () => {
    const world = splitLinkWorld();
    const { user } = openSplitLinks(world);
    await rowOf(/Spring campaign/);
    await chooseFromMenu('Spring campaign', 'Share report');
    const sharing = within(await dialog('Spring campaign: share the report'));
    enter(await sharing.findByLabelText('Valid days', {}, found), '');
    await user.click(sharing.getByRole('button', { name: 'Create link' }));
    expect(await sharing.findByText('This field is required', {}, found)).toBeTruthy();
    expect(world.share).toBeNull();
    await user.click(sharing.getByLabelText('Unlimited'));
    await user.click(sharing.getByRole('button', { name: 'Create link' }));
    await waitFor(() => expect(world.share?.validDays).toBeNull(), found);
  });

  it('opens for the owner in a tab without access to this one', async () => {
    const replace = vi.fn();
    const tab = { opener: window, location: { replace }, close: vi.fn() };
    vi.spyOn(window, 'open').mockReturnValue(tab as never); // only these members of a window are used
    openSplitLinks();
    await rowOf(/Spring campaign/);
    await chooseFromMenu('Spring campaign', 'Report');
    await waitFor(
      () => expect(replace).toHaveBeenCalledWith('/fansOperation/streamLinkReport?share=pass'),
      found,
    );
    expect(tab.opener).toBeNull();
  });
});

it('stores only the network part of IP addresses on the owner’s choice', async () => {
  const world = splitLinkWorld();
  const { user } = openSplitLinks(world);
  await rowOf(/Spring campaign/);
  await user.click(button('Visitor privacy'));
  const privacy = within(await dialog('Visitor privacy'));
  await user.click(await privacy.findByLabelText('Store the network only', {}, found));
  await user.click(privacy.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(world.addresses).toBe('truncated'), found);
});
