/** Sub-accounts and work orders as sources of targets, in the form of a split link. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { dialog, enter, rowOf } from '../../../app/testing/by-text.ts';
import { found } from '../../../app/testing/page-harness.tsx';
import {
  someSplitLink,
  someTarget,
  splitLinkWorld,
} from '../../../features/split-links/testing/split-links.ts';
import { sampleId } from '../../../lib/testing/samples.ts';
import { openSplitLinks } from './testing/open-split-links.tsx';

const subAccountId = sampleId(90, 1);
const [cleo, dora, eva] = [1, 2, 3].map((at) => sampleId(91, at));
const account = (socialAccountId: string | undefined, name: string, url: string | null, online = true) => ({
  socialAccountId: socialAccountId ?? '',
  name,
  url,
  online,
  obstacle: null,
});

function world() {
  const source = { kind: 'sub-account' as const, id: subAccountId, weight: 1, dailyCap: 300 };
  const brought = {
    name: 'Ana',
    state: 'active' as const,
    accounts: [
      account(cleo, 'Cleo', 'https://t.me/cleo'),
      account(dora, 'Dora', 'https://t.me/ana', false),
      account(eva, 'Eva', null),
    ],
  };
  const link = someSplitLink({
    sources: [{ ...source, ...brought }],
    followedTargets: [{ ...someTarget({ url: 'https://t.me/gone', visits: 7 }), present: false }],
  });
  return { ...splitLinkWorld([link]), sources: { [subAccountId]: brought } };
}

it('shows a source’s accounts, and why an account is no target', async () => {
  const { user } = openSplitLinks(world());
  await rowOf(/Spring campaign/);
  await user.click(screen.getByRole('button', { name: 'Edit Spring campaign' }));
  const form = within(await dialog('Edit split link'));
  const source = within(await form.findByRole('region', { name: 'Sub-account: Ana' }, found));
  expect(await source.findByText('Targets: 1 of 3 accounts, 1 online', {}, found)).toBeTruthy();
  expect(source.getByText('Already listed in the account links above.')).toBeTruthy();
  expect(source.getByText(/its platform provides no link/)).toBeTruthy();
  expect(form.getByText('No longer targets (1)')).toBeTruthy();
});

/** Opens the form of the split link that follows Ana's social accounts. */
async function openSource(given: ReturnType<typeof world>) {
  const { user } = openSplitLinks(given);
  await rowOf(/Spring campaign/);
  await user.click(screen.getByRole('button', { name: 'Edit Spring campaign' }));
  const form = within(await dialog('Edit split link'));
  const source = within(await form.findByRole('region', { name: 'Sub-account: Ana' }, found));
  return { user, form, source };
}

it('saves the weights of a source and of one account, and accepts a link without account links', async () => {
  const given = world();
  const { user, form, source } = await openSource(given);
  enter(await source.findByLabelText('Weight of Ana', {}, found), '2');
  enter(source.getByLabelText('Weight of Cleo'), '5');
  fireEvent.click(source.getByRole('switch', { name: 'Send visitors to Cleo' }));
  enter(form.getByLabelText('Account links'), '');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(given.links[0]?.version).toBe(2), found);
  expect(given.links[0]).toMatchObject({
    targets: [],
    sources: [{ id: subAccountId, weight: 2, dailyCap: 300 }],
    accounts: [{ socialAccountId: cleo, weight: 5, dailyCap: null, enabled: false }],
  });
});

const isMarked = (field: Element) => field.closest('[class*="status-error"]') !== null;

it('keeps an invalid weight or daily cap as typed, and refuses it', async () => {
  const given = world();
  const { user, form, source } = await openSource(given);
  const save = form.getByRole('button', { name: 'Save' });
  const faults = [
    ['Weight of Ana', '101', 'At most 100'],
    ['Weight of Cleo', '2.5', 'Enter a whole number, with digits only'],
    ['Daily cap of https://t.me/ana', '0', 'At least 1'],
  ] as const;
  for (const [label, typed, message] of faults) {
    const field = await form.findByLabelText<HTMLInputElement>(label, {}, found);
    const { value } = field;
    enter(field, typed);
    expect(await form.findByText(message, {}, found)).toBeTruthy();
    await user.click(save);
    expect(await form.findByText('Correct the marked weights and daily caps.', {}, found)).toBeTruthy();
    expect(field.value).toBe(typed);
    expect(form.getAllByRole('textbox').filter(isMarked)).toEqual([field]);
    enter(field, value);
    await waitFor(
      () => expect(form.queryByText('Correct the marked weights and daily caps.')).toBeNull(),
      found,
    );
  }
  expect(source.getByLabelText('Weight of Cleo')).toHaveProperty('value', '');
  expect(given.links[0]?.version).toBe(1);
});

it('requires an account link or a source', async () => {
  const given = world();
  const { user } = openSplitLinks(given);
  await rowOf(/Spring campaign/);
  await user.click(screen.getByRole('button', { name: 'Edit Spring campaign' }));
  const form = within(await dialog('Edit split link'));
  await user.click(await form.findByRole('button', { name: 'Remove Ana' }, found));
  enter(form.getByLabelText('Account links'), '');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByText(/at least one account link/, {}, found)).toBeTruthy();
});
