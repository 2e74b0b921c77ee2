/** The link domains as the owner sees them, in a dialog above the split links. */
import { splitDomainList } from '@parley/contract/split-domains';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { button, dialog, enter } from '../../../app/testing/by-text.ts';
import { found } from '../../../app/testing/page-harness.tsx';
import {
  type SplitDomainWorld,
  someSplitDomain,
  splitDomainWorld,
} from '../../../features/split-domains/testing/split-domains.ts';
import { someSplitLink, splitLinkWorld } from '../../../features/split-links/testing/split-links.ts';
import { openSplitLinks } from './testing/open-split-links.tsx';

async function open(world: SplitDomainWorld) {
  const { user } = openSplitLinks(splitLinkWorld(), { domains: world });
  await screen.findByRole('button', { name: 'Link domains' }, found);
  await user.click(button('Link domains'));
  return { user, dialog: within(await dialog('Link domains')) };
}

describe('link domains', () => {
  it('shows how to point a domain here and prove its ownership, and verifies it', async () => {
    const world = splitDomainWorld();
    const { user, dialog } = await open(world);
    const domain = within(await dialog.findByRole('region', { name: 'go.shop.example' }, found));
    for (const text of [
      'chat.shop.example',
      '_parley.go.shop.example',
      'parley-verification=k3v9w2m7q4x8z6t5r1',
    ])
      expect(domain.getByText(text)).toBeTruthy();
    await user.click(domain.getByRole('button', { name: 'Verify' }));
    expect(await domain.findByText(/No record found/, {}, found)).toBeTruthy();
    world.found.add('go.shop.example');
    await user.click(domain.getByRole('button', { name: 'Verify' }));
    expect(await domain.findByText('Verified', {}, found)).toBeTruthy();
    expect(domain.queryByText('_parley.go.shop.example')).toBeNull();
  });

  it.each([
    ['chat.shop.example', 'a CNAME record'],
    ['192.0.2.7', 'an A or AAAA record'],
  ])('names the DNS record that can point to %s', async (host, record) => {
    const { dialog } = await open({ ...splitDomainWorld(), host });
    const sentence = `Point go.shop.example to ${host} with ${record}, and install a certificate`;
    expect(await dialog.findByText(new RegExp(sentence), {}, found)).toBeTruthy();
  });

  it('adds a domain, refuses an invalid one, and shows why the server refuses one', async () => {
    const world = splitDomainWorld([]);
    const { user, dialog } = await open(world);
    expect(await dialog.findByText(/No link domains yet/, {}, found)).toBeTruthy();
    enter(dialog.getByLabelText('Domain'), 'https://go.example');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText('Enter a full domain, such as go.example.com', {}, found)).toBeTruthy();
    enter(dialog.getByLabelText('Domain'), 'Go.Shop.Example');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByRole('region', { name: 'go.shop.example' }, found)).toBeTruthy();
    enter(dialog.getByLabelText('Domain'), 'go.shop.example');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await dialog.findByText('This domain was added before', {}, found)).toBeTruthy();
    enter(dialog.getByLabelText('Domain'), 'other.shop.example');
    await waitFor(() => expect(dialog.queryByText('This domain was added before')).toBeNull(), found);
  });

  it('removes a domain after explaining the effect on its links', async () => {
    const world = splitDomainWorld([someSplitDomain({ state: 'verified', links: 2 })]);
    const { user, dialog } = await open(world);
    await user.click(await dialog.findByRole('button', { name: 'Remove go.shop.example' }, found));
    expect(await screen.findByText(/2 split links use it and will use/, {}, found)).toBeTruthy();
    await user.click(button('Remove'));
    await waitFor(() => expect(world.domains).toEqual([]), found);
    expect(await dialog.findByText(/No link domains yet/, {}, found)).toBeTruthy();
  });
});

describe('the link domain in the form of a split link', () => {
  const openForm = async (domains: SplitDomainWorld, link = someSplitLink()) => {
    const opened = openSplitLinks(splitLinkWorld([link]), { domains, search: `?form=${link.id}` });
    return { ...opened, form: within(await dialog('Edit split link')) };
  };

  it('shows that the domains can’t be loaded, and retries', async () => {
    const verified = someSplitDomain({ state: 'verified' });
    const link = someSplitLink({ domainId: verified.id });
    const opened = openSplitLinks(splitLinkWorld([link]), {
      domains: splitDomainWorld([verified]),
      instead: (url) => (url === splitDomainList.path ? refusal() : undefined),
      search: `?form=${link.id}`,
    });
    const form = within(await dialog('Edit split link'));
    const field = within(await form.findByRole('alert', {}, found));
    expect(form.getByText('Selected link domain')).toBeTruthy();
    opened.server.instead = () => undefined;
    await opened.user.click(field.getByRole('button', { name: 'Try again' }));
    expect(await form.findByText('go.shop.example', {}, found)).toBeTruthy();
    expect(form.queryByRole('alert')).toBeNull();
  });

  it('names the lack of a verified domain when others are unverified', async () => {
    const { form } = await openForm(splitDomainWorld([someSplitDomain()]));
    fireEvent.mouseDown(await form.findByRole('combobox', { name: 'Link domain' }, found));
    expect(await screen.findByText('No link domain is verified yet.', {}, found)).toBeTruthy();
  });
});

/** An error that is not worth a retry. */
const refusal = () =>
  Response.json(
    { code: 403, error: 'access.denied', message: 'No.', requestId: 'req-0123' },
    { status: 403 },
  );
