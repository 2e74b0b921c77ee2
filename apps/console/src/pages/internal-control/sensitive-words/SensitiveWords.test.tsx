/** The page of sensitive words as the owner sees it. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { button, chooseFromMenu, dialog, enter, rowOf } from '../../../app/testing/by-text.ts';
import { found } from '../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import {
  type SensitiveWordWorld,
  sensitiveWordRoutes,
  sensitiveWordWorld,
  someRecord,
} from '../../../features/sensitive-words/testing/sensitive-words.ts';
import { busySubAccounts, subAccountRoutes } from '../../../features/sub-accounts/testing/sub-accounts.ts';
import { SensitiveWords } from './SensitiveWords.tsx';

const subAccounts = busySubAccounts();
const open = (world: SensitiveWordWorld = sensitiveWordWorld(), query = '') =>
  renderPage(<SensitiveWords />, {
    at: `/internalControl/sensitiveWord${query}`,
    answers: [
      ...sensitiveWordRoutes(world),
      ...subAccountRoutes({ ownerRemaining: 0, allocations: new Map(), ports: 10, subAccounts }),
    ],
  });

describe('the rules', () => {
  it('lists words, senders, action and status', async () => {
    open();
    const row = await rowOf(/Deals outside/);
    for (const part of ['Links', 'wire transfer', 'paypal*', 'Both', 'Block', 'All sub-accounts', 'Enabled'])
      expect(row.textContent).toContain(part);
  });

  it('adds a rule with pasted words, and refuses an empty one or one with an overlong line', async () => {
    const world = sensitiveWordWorld({ rules: [] });
    const { user } = open(world);
    await screen.findByText('No sensitive-word rules yet', {}, found);
    await user.click(button('Create rule'));
    const form = within(await dialog('Create rule'));
    enter(await form.findByLabelText('Title', {}, found), 'Payment');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/Enter words or turn on/, {}, found)).toBeTruthy();
    enter(form.getByLabelText('Words'), `fine\n${'x'.repeat(101)}`);
    expect(await form.findByText(/can’t be used: at most 100/, {}, found)).toBeTruthy();
    enter(form.getByLabelText('Words'), 'wire\r\n\n  bank transfer \nwire');
    expect(await form.findByText(/2 of 1,000 words/, {}, found)).toBeTruthy();
    await user.click(form.getByText('Block'));
    enter(form.getByLabelText('Exceptions'), 'own.example.com');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(world.rules).toHaveLength(1), found);
    expect(world.rules[0]).toMatchObject({
      title: 'Payment',
      words: ['wire', 'bank transfer'],
      exceptions: ['own.example.com'],
      action: 'block',
      sender: 'both',
      links: false,
    });
  });

  it('lets the owner choose after a concurrent change', async () => {
    const world = sensitiveWordWorld();
    const { user } = open(world);
    await rowOf(/Deals outside/);
    await user.click(screen.getByRole('button', { name: 'Edit Deals outside the shop' }));
    const form = within(await dialog('Edit rule'));
    enter(await form.findByLabelText('Title', {}, found), 'Mine');
    Object.assign(world.rules[0] ?? {}, { title: 'Theirs', version: 2 });
    await user.click(form.getByRole('button', { name: 'Save' }));
    await user.click(await form.findByRole('button', { name: 'Save mine' }, found));
    await waitFor(() => expect(world.rules[0]).toMatchObject({ title: 'Mine', version: 3 }), found);
  });

  it('disables a rule, duplicates it with its words, and deletes it after a confirmation', async () => {
    const world = sensitiveWordWorld();
    const { user } = open(world);
    await rowOf(/Deals outside/);
    await chooseFromMenu('Deals outside the shop', 'Disable');
    await waitFor(() => expect(world.rules[0]?.enabled).toBe(false), found);
    await chooseFromMenu('Deals outside the shop', 'Duplicate');
    const form = within(await dialog('Create rule'));
    expect(await form.findByLabelText('Words', {}, found)).toHaveProperty('value', 'wire transfer\npaypal*');
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
    await chooseFromMenu('Deals outside the shop', 'Delete');
    const question = within(await dialog('Delete this rule?'));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No sensitive-word rules yet', {}, found)).toBeTruthy();
  });

  it('tries a text out', async () => {
    const finds = [{ kind: 'link' as const, text: 't.me/other' }];
    const rules = [{ id: someRecord().ruleId, title: 'Deals', action: 'block' as const, finds }];
    const { user } = open(sensitiveWordWorld({ trial: { outcome: 'blocked', rules } }));
    await rowOf(/Deals outside/);
    await user.click(button('Test'));
    const bench = within(await dialog('Test the rules'));
    const [first] = subAccounts;
    fireEvent.mouseDown(await bench.findByRole('combobox', { name: 'Sub-account' }, found));
    const option = `${first?.remark} (${first?.accountName})`;
    fireEvent.click(await screen.findByText(option, { selector: '.ant-select-item-option-content' }, found));
    enter(bench.getByLabelText('Message'), 'Write to t.me/other');
    await user.click(bench.getByRole('button', { name: 'Run test' }));
    expect(await bench.findByText('The message is not sent.', {}, found)).toBeTruthy();
    expect(bench.getByText('t.me/other')).toBeTruthy();
  });
});

describe('the records', () => {
  it('lists matches with a link to the message, and marks alerts as seen', async () => {
    const refused = { messageId: null, seq: null, action: 'block' as const, direction: 'out' as const };
    const world = sensitiveWordWorld({
      records: [
        someRecord(),
        someRecord({ ...refused, id: someRecord().conversationId, excerpt: 'paypal me' }),
      ],
    });
    const { user } = open(world);
    await rowOf(/Deals outside/);
    await user.click(screen.getByText('Records'));
    const row = await rowOf(/Write to t.me/);
    for (const part of ['Alerted', 't.me/other', 'Customer', 'original', 'Ana', 'Shop'])
      expect(row.textContent).toContain(part);
    const link = within(row).getByRole('link', { name: 'Marta' });
    expect(link.getAttribute('href')).toContain(`conversation=${someRecord().conversationId}&at=7`);
    expect((await rowOf(/paypal me/)).textContent).toContain('not sent');
    await waitFor(() => expect(world.unseen).toBe(0), found);
  });

  it('explains filters without matches, and an empty list', async () => {
    open(sensitiveWordWorld({ records: [] }), '?view=records');
    expect(await screen.findByText('No records', {}, found)).toBeTruthy();
  });
});
