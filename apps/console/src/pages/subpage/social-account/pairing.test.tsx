/** Accounts that are added or reconnected by a code that a phone scans. */
import type { AccountPairing } from '@parley/contract/channels';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { found } from '../../../app/testing/page-harness.tsx';
import { pairedAccount } from '../../../features/social-accounts/testing/pairings.ts';
import { someSocialAccount } from '../../../features/social-accounts/testing/samples.ts';
import { sampleId } from '../../../lib/testing/samples.ts';
import { busyWorld, openSocialAccounts } from './testing/open-social-accounts.tsx';

// Preloaded, as they are lazy: an earlier click would be lost.
beforeAll(() => Promise.all([import('antd/es/dropdown/index.js'), import('qrcode')]));

const code = { text: '2@abc', validMs: 18_400 };
const alt = 'Code to scan with WhatsApp';

function worldWith(given: Parameters<typeof someSocialAccount>[0] = {}) {
  const world = busyWorld();
  world.socialAccounts.unshift(
    someSocialAccount({
      id: sampleId(3, 99),
      platform: 'whatsapp',
      name: 'Old phone',
      pairs: true,
      state: 'refused',
      stateReason: 'device unlinked',
      ...given,
    }),
  );
  const latest = () => {
    const pairing = world.pairings.at(-1);
    if (pairing === undefined) throw new Error('no pairing was begun');
    return pairing;
  };
  return { world, latest, becomes: (now: Partial<AccountPairing>) => Object.assign(latest(), now) };
}

const press = async (text: string) => {
  const label = await screen.findByText(text, { selector: '[role=dialog] button *' }, found);
  fireEvent.click(label.closest('button') ?? label);
};
const sees = (text: string | RegExp) => screen.findByText(text, { selector: '[role=dialog] *' }, found);

/** Opens the dialog of a refused account, and starts a pairing. */
async function openAgain(given = worldWith()) {
  const opened = openSocialAccounts('/subpage/socialAccount', given.world);
  fireEvent.click(await screen.findByLabelText('Pair again: Old phone', {}, found));
  await press('Show code');
  await sees('Getting a code…');
  return { ...given, ...opened };
}

/** Fills in the form for a new account, and starts a pairing. */
async function openNew(deviceName = '') {
  const given = worldWith();
  openSocialAccounts('/subpage/socialAccount', given.world);
  fireEvent.click(await screen.findByText('Add social account', { selector: 'button *' }, found));
  const first = new RegExp(given.world.subAccounts[0]?.accountName ?? '?');
  for (const [field, option] of [
    ['Sub-account', first],
    ['Platform', 'WhatsApp'],
  ] as const) {
    fireEvent.mouseDown(await screen.findByLabelText(field, { selector: '[role=dialog] input' }, found));
    fireEvent.click(await screen.findByText(option, { selector: '.ant-select-item-option *' }, found));
  }
  const enter = async (label: string, value: string) =>
    fireEvent.change(await screen.findByLabelText(label, { selector: '[role=dialog] input' }, found), {
      target: { value },
    });
  await enter('Name', 'Phone');
  await enter('deviceName', deviceName);
  await sees('In the next step you scan a code with your phone.');
  await press('Show code');
  return given;
}

describe('an account that is paired again', () => {
  it('shows each code with its lifetime and as text, the scan and the outcome', async () => {
    const { becomes, world } = await openAgain();
    becomes({ state: 'code', code });
    const first = (await screen.findByAltText(alt, {}, found)).getAttribute('src');
    expect(first).toMatch(/^data:image\/png/);
    await sees(/Valid for 19 s/);
    expect(document.querySelector('.pairing [role=status]')?.textContent).toContain(
      'Scan this code with your phone',
    );
    expect(screen.getByLabelText('Copy code as text')).toBeTruthy();
    becomes({ code: { ...code, validMs: 0 } });
    await sees('Getting the next code…');
    becomes({ code: { text: '2@def', validMs: 20_000 } });
    await waitFor(async () => expect(screen.getByAltText(alt).getAttribute('src')).not.toBe(first), found);
    becomes({ state: 'scanned', code: null });
    await sees('Confirm on your phone');
    expect(screen.queryByAltText(alt)).toBeNull();
    becomes({ state: 'paired', account: world.socialAccounts[0] ?? null });
    await screen.findByText('Paired. Reconnecting', {}, found);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
  });

  it('shows why it has ended, and retries', async () => {
    const { becomes, world } = await openAgain();
    const ends: [Partial<AccountPairing>, RegExp[]][] = [
      [{ state: 'refused', reason: 'Too many devices' }, [/not connected/, /Too many devices/]],
      [{ state: 'refused', reason: 'pairing-other-account' }, [/phone belongs to another account/]],
      [{ state: 'expired', reason: 'pairing-expired' }, [/not scanned in time/, /within three minutes/]],
      [{ state: 'interrupted' }, [/interrupted/, /remove it there first/]],
      [{ state: 'cancelled' }, [/has ended/, /no connection for a while/]],
    ];
    for (const [end, texts] of ends) {
      becomes({ ...end, code: null });
      for (const text of texts) await sees(text);
      await press('Try again');
      await sees('Getting a code…');
    }
    expect(world.pairings).toHaveLength(1 + ends.length);
    world.pairings.length = 0;
    await sees(/has ended/);
  });

  it('cancels when it is closed', async () => {
    const { latest } = await openAgain();
    await press('Cancel');
    await waitFor(() => expect(latest().state).toBe('cancelled'), found);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
  });

  it('cancels a pairing that starts after its page was left', async () => {
    const given = worldWith();
    const { server } = openSocialAccounts('/subpage/socialAccount', given.world);
    fireEvent.click(await screen.findByLabelText('Pair again: Old phone', {}, found));
    await screen.findByText('Show code', { selector: '[role=dialog] button *' }, found);
    const answer = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    server.instead = async (url) => {
      if (!url.includes('accountPairing/again')) return undefined;
      asked.resolve();
      await answer.promise;
      return undefined;
    };
    await press('Show code');
    await asked.promise;
    // The dialog stays mounted until the answer, so the page is unmounted.
    cleanup();
    answer.resolve();
    await waitFor(() => expect(given.world.pairings[0]?.state).toBe('cancelled'), found);
  });

  it('shows that the server can’t be reached, and continues when it can', async () => {
    const { becomes, server } = await openAgain();
    server.instead = () => Promise.reject(new TypeError('no network'));
    await sees(/Reconnecting/);
    server.instead = () => undefined;
    becomes({ state: 'code', code });
    await screen.findByAltText(alt, {}, found);
    await waitFor(() => expect(screen.queryByText(/Reconnecting/)).toBeNull(), found);
  });

  it('offers no pairing when Parley, not the platform, refuses the account', async () => {
    const { world } = worldWith({ stateReason: 'port-limit 5' });
    openSocialAccounts('/subpage/socialAccount', world);
    await screen.findByText('Old phone', { selector: 'td *' }, found);
    expect(screen.queryByLabelText('Pair again: Old phone')).toBeNull();
  });
});

describe('a new account', () => {
  it('appears in the list once its phone has confirmed', async () => {
    const { becomes, world } = await openNew();
    await sees('Getting a code…');
    becomes({ state: 'paired', account: pairedAccount(world) });
    await screen.findByText('Phone', { selector: 'td *' }, found);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
  });

  it('returns to the input, and cancels', async () => {
    const { latest } = await openNew();
    await sees('Getting a code…');
    await press('Back');
    await waitFor(() => expect(latest().state).toBe('cancelled'), found);
    expect(screen.getByLabelText<HTMLInputElement>('Name', { selector: 'input' }).value).toBe('Phone');
    await press('Show code');
    await sees('Getting a code…');
  });

  it('shows why no pairing can be started', async () => {
    const { world } = await openNew('full');
    await sees(/At most 3 accounts can be paired at a time/);
    expect(world.pairings).toEqual([]);
  });
});
