/** Bulk import of proxies from a text. */
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { button, dialog, enter, rowOf, waitUntilGone } from '../../../app/testing/by-text.ts';
import { found } from '../../../app/testing/page-harness.tsx';
import { busyWorld, emptyWorld, openProxies } from './testing/open-proxies.tsx';

const path = '/subpage/agentConfig';

describe('import', () => {
  const good = 'socks5://a:secret1@a.example:1080#Alpha';
  const bad = 'gopher://b:secret2@b.example:70';
  const double = 'socks5://shop:secret3@fra1.proxy.example:1080';

  it('adds valid lines and keeps the rest for correction', async () => {
    const world = busyWorld();
    const { user } = openProxies(path, world);
    await rowOf(/Frankfurt 1/);
    await user.click(button('Import'));
    const form = within(await dialog('Import'));
    const area = form.getByLabelText<HTMLTextAreaElement>('Proxies, one per line');
    await user.click(form.getByRole('button', { name: 'Import' }));
    expect(await form.findByText('This field is required', {}, found)).toBeTruthy();
    enter(area, `${good}\n\n${bad}\n${double}`);
    expect(await form.findByText('3 lines', {}, found)).toBeTruthy();
    await user.click(form.getByRole('button', { name: 'Import' }));
    expect(await form.findByText('1 proxy added', {}, found)).toBeTruthy();
    expect(form.getByText('2 lines not added')).toBeTruthy();
    const table = within(form.getByRole('table'));
    expect(table.getByRole('row', { name: /3 Unknown protocol.*gopher:/ }).textContent).not.toContain(
      'secret',
    );
    expect(table.getByRole('row', { name: /4 Already added.*socks5:/ })).toBeTruthy();
    expect(area.value).toBe(`${bad}\n${double}`);
    expect(world.proxies[0]).toMatchObject({ name: 'Alpha', host: 'a.example', range: 'all' });
    enter(area, 'http://b:secret2@b.example:70');
    await user.click(form.getByRole('button', { name: 'Import' }));
    await user.click(await form.findByRole('button', { name: 'Done' }, found));
    await waitUntilGone('Import');
    expect(world.proxies).toHaveLength(6);
  });

  it('reads a file, and refuses more lines than one import takes', async () => {
    const { user } = openProxies(path, emptyWorld());
    await screen.findByText('No proxies yet', {}, found);
    await user.click(screen.getAllByRole('button', { name: 'Import' })[0] ?? document.body);
    const form = within(await dialog('Import'));
    const area = form.getByLabelText<HTMLTextAreaElement>('Proxies, one per line');
    const file = new File([`\uFEFF${`${good}\r\n`.repeat(501)}`], 'list.txt', { type: 'text/plain' });
    fireEvent.drop(area, { dataTransfer: { files: [file] } });
    expect(await form.findByText('501 lines', {}, found)).toBeTruthy();
    expect(await form.findByText('At most 500 lines at a time', {}, found)).toBeTruthy();
    expect(area.value.startsWith('socks5:')).toBe(true);
  });
});
