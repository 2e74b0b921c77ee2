/** The page of the quick replies as the owner sees it. */

import { exportQuickReplies } from '@parley/contract/quick-replies';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { button, chooseFromMenu, dialog, enter, rowOf } from '../../../app/testing/by-text.ts';
import { exportedQuery } from '../../../app/testing/exported.ts';
import { found } from '../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import { materialRoutes, materialWorld, someImage } from '../../../features/materials/testing/materials.ts';
import {
  quickReplyRoutes,
  quickReplyWorld,
  someQuickReply,
} from '../../../features/quick-replies/testing/quick-replies.ts';
import { QuickReplies } from './QuickReplies.tsx';

const openAt = (at: string, world = quickReplyWorld()) =>
  renderPage(<QuickReplies />, { at, answers: quickReplyRoutes(world) });
const open = (world = quickReplyWorld()) => openAt('/material/quick', world);

const chooseLanguage = async (field: HTMLElement, name: string) => {
  fireEvent.mouseDown(field);
  fireEvent.click(await screen.findByText(name, { selector: '.language-option span' }, found));
};

describe('the quick replies', () => {
  it('lists quick replies with name, title, content and languages', async () => {
    open();
    const row = await rowOf(/Shipping time/);
    for (const part of ['/shipping', 'Hello {{fan|there}}', 'English, Spanish'])
      expect(row.textContent).toContain(part);
  });

  it('sorts by a column, and exports what is found in that order', async () => {
    const opened = openAt('/material/quick?search=ship&pageSize=50');
    await rowOf(/Shipping time/);
    fireEvent.click(screen.getByText('Title', { selector: 'th *' }));
    await waitFor(() => expect(opened.server.asked.at(-1)).toContain('sort=title.asc'), found);
    expect(await exportedQuery(opened, exportQuickReplies.path)).toBe('search=ship&sort=title.asc');
  });

  it('shows the next step where there are no quick replies', async () => {
    open(quickReplyWorld([]));
    expect(await screen.findByText('No quick replies yet', {}, found)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Create quick reply' }).length).toBeGreaterThan(0);
  });

  it('adds a quick reply with a variable, and refuses invalid values', async () => {
    const world = quickReplyWorld();
    const { user } = open(world);
    await rowOf(/Shipping time/);
    await user.click(button('Create quick reply'));
    const form = within(await dialog('Create quick reply'));
    enter(form.getByLabelText('Name'), 'two words');
    enter(form.getByLabelText('Title'), 'Hours');
    enter(form.getByLabelText('Content'), 'Open, {{fan}}, ');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('No spaces or slashes', {}, found)).toBeTruthy();
    expect(form.getByText(/Give the customer’s name a fallback/)).toBeTruthy();
    enter(form.getByLabelText('Name'), 'hours');
    enter(form.getByLabelText('Content'), 'We are open, ');
    await user.click(form.getByRole('button', { name: 'Customer’s name' }));
    await chooseLanguage(form.getByRole('combobox', { name: 'Language' }), 'English');
    expect(await form.findByText('We are open, Marta', {}, found)).toBeTruthy();
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(
      () =>
        expect(world.replies[1]).toMatchObject({
          name: 'hours',
          content: 'We are open, {{fan|friend}}',
          language: 'en',
          translations: [],
        }),
      found,
    );
  });

  it('adds a medium from the library', async () => {
    const world = quickReplyWorld();
    const { user } = renderPage(<QuickReplies />, {
      at: '/material/quick',
      answers: [...quickReplyRoutes(world), ...materialRoutes(materialWorld([someImage()]))],
    });
    await rowOf(/Shipping time/);
    await user.click(screen.getByRole('button', { name: 'Edit Shipping time' }));
    const form = within(await dialog('Edit quick reply'));
    fireEvent.mouseDown(form.getByRole('combobox', { name: 'Material' }));
    fireEvent.click(await screen.findByText(`[Image] ${someImage().title}`, {}, found));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(world.replies[0]).toMatchObject({ materialId: someImage().id }), found);
  });

  it('shows under its field that a name is taken', async () => {
    const { user } = open();
    await rowOf(/Shipping time/);
    await chooseFromMenu('Shipping time', 'Duplicate');
    const form = within(await dialog('Create quick reply'));
    enter(form.getByLabelText('Name'), 'shipping');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('A quick reply of this name already exists', {}, found)).toBeTruthy();
  });

  it('refuses a second text for a language', async () => {
    const { user } = open();
    await rowOf(/Shipping time/);
    await user.click(screen.getByRole('button', { name: 'Edit Shipping time' }));
    const form = within(await dialog('Edit quick reply'));
    await user.click(form.getByRole('button', { name: 'Add translation' }));
    const [, , added] = form.getAllByRole('combobox', { name: 'Language' });
    if (added === undefined) throw new Error('the added translation has no language to choose');
    await chooseLanguage(added, 'Spanish');
    expect(await form.findByText('Each language can have one text only', {}, found)).toBeTruthy();
  });

  it('lets the owner choose after a concurrent change', async () => {
    const world = quickReplyWorld();
    const { user } = open(world);
    await rowOf(/Shipping time/);
    await user.click(screen.getByRole('button', { name: 'Edit Shipping time' }));
    const form = within(await dialog('Edit quick reply'));
    enter(form.getByLabelText('Title'), 'Mine');
    Object.assign(world.replies[0] ?? {}, { title: 'Theirs', version: 2 });
    await user.click(form.getByRole('button', { name: 'Save' }));
    await user.click(await form.findByRole('button', { name: 'Save mine' }, found));
    await waitFor(() => expect(world.replies[0]).toMatchObject({ title: 'Mine', version: 3 }), found);
  });

  it('deletes a quick reply after a confirmation', async () => {
    const world = quickReplyWorld([someQuickReply()]);
    const { user } = open(world);
    await rowOf(/Shipping time/);
    await chooseFromMenu('Shipping time', 'Delete');
    const question = within(await dialog('Delete this quick reply?'));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No quick replies yet', {}, found)).toBeTruthy();
    expect(world.replies).toEqual([]);
  });
});
