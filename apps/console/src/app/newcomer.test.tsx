/** What a new owner is told and led through, in the whole console over a world in memory. */
import { defaultContactId, getContact } from '@parley/contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { busyWorld, emptyWorld } from '../fixtures/console-world.ts';

import { found, openConsole } from './testing/open-console.tsx';
import { enUS } from './testing/texts.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('an owner without characters', () => {
  it('is told how to get some, and whom to ask', async () => {
    openConsole('/workplace/home', true, { ...busyWorld(), ownerRemaining: 0, subAccounts: [] });
    expect(await screen.findByText(enUS.characters.noneYetHint, {}, found)).toBeTruthy();
    const notice = screen.getByText(enUS.characters.noneYet).closest<HTMLElement>('.ant-alert');
    if (notice === null) throw new Error('this is no notice');
    fireEvent.click(within(notice).getByText(enUS.support.title, { selector: 'button *' }));
    expect(await screen.findByRole('dialog', {}, found)).toBeTruthy();
  });

  it('is told nothing while sub-accounts hold some', async () => {
    openConsole('/workplace/home', true, { ...busyWorld(), ownerRemaining: 0 });
    expect(await screen.findByText(enUS.characters.left, {}, found)).toBeTruthy();
    expect(screen.queryByText(enUS.characters.noneYet)).toBeNull();
  });
});

describe('a new sub-account', () => {
  /** Opens the form for one and returns which of the two kinds of allotment it begins with. */
  async function allotment(): Promise<string | undefined> {
    openConsole('/subpage/sonAccount', true, emptyWorld());
    const [open] = await screen.findAllByText(enUS.subAccounts.create, { selector: 'button *' }, found);
    if (open !== undefined) fireEvent.click(open);
    const kind = await screen.findByText(enUS.subAccounts.unlimited, { selector: '[role=dialog] *' }, found);
    const chosen = kind.closest('.ant-segmented')?.querySelector('.ant-segmented-item-selected');
    return chosen?.textContent ?? undefined;
  }

  it('is limited', async () => {
    expect(await allotment()).toBe(enUS.subAccounts.limited);
  });

  it('of the guided tour draws on the owner’s characters, so that it can work at once', async () => {
    localStorage.setItem('layout', JSON.stringify({ guideState: true, guideType: 'create' }));
    expect(await allotment()).toBe(enUS.subAccounts.unlimited);
  });
});

it('requests the default contact before anybody has logged in', async () => {
  const { server } = openConsole('/login', false);
  const request = `${getContact.path}?id=${defaultContactId}`;
  await waitFor(() => expect(server.asked.filter((line) => line.endsWith(request))).toHaveLength(1), found);
  expect(await screen.findByLabelText('E-mail', {}, found)).toBeTruthy();
});
