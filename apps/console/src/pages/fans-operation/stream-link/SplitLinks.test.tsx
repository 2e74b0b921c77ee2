/** The page of the split links as the owner sees it. */
import { exportSplitLinkList } from '@parley/contract/split-links';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { button, chooseFromMenu, dialog, enter, rowOf } from '../../../app/testing/by-text.ts';
import { exportedQuery } from '../../../app/testing/exported.ts';
import { found } from '../../../app/testing/page-harness.tsx';
import { someSplitLink, splitLinkWorld } from '../../../features/split-links/testing/split-links.ts';
import { sampleId } from '../../../lib/testing/samples.ts';
import { openSplitLinks } from './testing/open-split-links.tsx';

describe('the split links', () => {
  it('lists split links with short link, type, targets and visits', async () => {
    openSplitLinks();
    const row = await rowOf(/Spring campaign/);
    for (const part of [
      '/s/q7rk2mtx',
      'Telegram',
      'All enabled, in turn',
      '1 / 1',
      '12',
      '4 (3 new)',
      'Enabled',
    ])
      expect(row.textContent).toContain(part);
  });

  it('exports the split links in the list’s order', async () => {
    const opened = openSplitLinks();
    await rowOf(/Spring campaign/);
    expect(screen.getByRole('link', { name: 'Counting rules' }).closest('.list-hint')).not.toBeNull();
    fireEvent.click(screen.getByText('Visits', { selector: 'th *' }));
    await waitFor(() => expect(opened.server.asked.at(-1)).toContain('sort=visits.asc'), found);
    expect(await exportedQuery(opened, exportSplitLinkList.path)).toBe('sort=visits.asc');
  });

  it('warns of a link without an available target', async () => {
    openSplitLinks(splitLinkWorld([someSplitLink({ availableCount: 0 })]));
    expect((await rowOf(/Spring campaign/)).textContent).toContain('No target');
  });

  it('adds a link from pasted account links, and counts the valid ones', async () => {
    const world = splitLinkWorld([]);
    const { user } = openSplitLinks(world);
    expect(await screen.findByText('No split links yet', {}, found)).toBeTruthy();
    await user.click(button('Create split link'));
    const form = within(await dialog('Create split link'));
    enter(form.getByLabelText('Name'), 'Autumn');
    fireEvent.mouseDown(form.getByRole('combobox', { name: 'Platform' }));
    fireEvent.click(
      await screen.findByText('WhatsApp', { selector: '.ant-select-item-option-content' }, found),
    );
    enter(form.getByLabelText('Account links'), 'https://wa.me/1 https://wa.me/2\nwa.me/3');
    expect(await form.findByText(/Valid: 2 of 3/, {}, found)).toBeTruthy();
    expect(form.getByText(/1 invalid: line 2 wa\.me\/3/)).toBeTruthy();
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('This is not a complete link of WhatsApp: wa.me/3', {}, found)).toBeTruthy();
    enter(form.getByLabelText('Account links'), 'https://wa.me/1 https://wa.me/2');
    expect(await form.findByText(/Links that support it: 2 of 2/, {}, found)).toBeTruthy();
    enter(await form.findByLabelText('Weight of https://wa.me/2', {}, found), '3');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(
      () =>
        expect(world.links[0]).toMatchObject({
          name: 'Autumn',
          platform: 'whatsapp',
          targets: [
            { url: 'https://wa.me/1', weight: 1 },
            { url: 'https://wa.me/2', weight: 3 },
          ],
        }),
      found,
    );
  });

  it('marks a wrong weight alone, and forgets it with its link', async () => {
    const world = splitLinkWorld([someSplitLink()]);
    const { user } = openSplitLinks(world);
    await rowOf(/Spring campaign/);
    await user.click(screen.getByRole('button', { name: 'Edit Spring campaign' }));
    const form = within(await dialog('Edit split link'));
    const links = form.getByLabelText<HTMLTextAreaElement>('Account links');
    const typed = links.value;
    const [first] = typed.split('\n');
    const wrong = `${first}7`;
    enter(links, `${typed}\n${wrong}`);
    enter(await form.findByLabelText(`Weight of ${wrong}`, {}, found), '1.5');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Correct the marked weights and daily caps.', {}, found)).toBeTruthy();
    const isMarked = (field: Element) => field.closest('[class*="status-error"]') !== null;
    const marked = form.getAllByRole('textbox').filter(isMarked);
    expect(marked.map((field) => field.getAttribute('aria-label'))).toEqual([`Weight of ${wrong}`]);
    enter(links, typed);
    await waitFor(
      () => expect(form.queryByText('Correct the marked weights and daily caps.')).toBeNull(),
      found,
    );
  });

  it('refuses a default URL that is no web address', async () => {
    const { user } = openSplitLinks();
    await rowOf(/Spring campaign/);
    await user.click(screen.getByRole('button', { name: 'Edit Spring campaign' }));
    const form = within(await dialog('Edit split link'));
    enter(form.getByLabelText('Default address'), 'javascript:alert(1)');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/A complete address/, {}, found)).toBeTruthy();
  });

  it('shows the fields for a preview’s text and image once it has a title, and saves no preview without one', async () => {
    const world = splitLinkWorld([
      someSplitLink({ previewTitle: 'Spring', previewImageUrl: 'https://shop.example/a.png' }),
    ]);
    const { user } = openSplitLinks(world);
    await rowOf(/Spring campaign/);
    await user.click(screen.getByRole('button', { name: 'Edit Spring campaign' }));
    const form = within(await dialog('Edit split link'));
    enter(await form.findByLabelText('Preview text', {}, found), 'All shirts');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(
      () => expect(world.links[0]).toMatchObject({ previewTitle: 'Spring', previewText: 'All shirts' }),
      found,
    );
    await user.click(screen.getByRole('button', { name: 'Edit Spring campaign' }));
    const again = within(await dialog('Edit split link'));
    enter(again.getByLabelText('Preview title'), '');
    await user.click(again.getByRole('button', { name: 'Save' }));
    await waitFor(
      () =>
        expect(world.links[0]).toMatchObject({ previewTitle: '', previewText: '', previewImageUrl: null }),
      found,
    );
  });

  it('disables a link', async () => {
    const world = splitLinkWorld();
    openSplitLinks(world);
    await rowOf(/Spring campaign/);
    await chooseFromMenu('Spring campaign', 'Disable');
    await waitFor(() => expect(world.links[0]?.enabled).toBe(false), found);
    await waitFor(
      async () => expect((await rowOf(/Spring campaign/)).textContent).toContain('Disabled'),
      found,
    );
  });

  it('shows visits, conversions and the contacts that visitors left', async () => {
    const { user } = openSplitLinks();
    await rowOf(/Spring campaign/);
    await chooseFromMenu('Spring campaign', 'Visits and contacts');
    const drawer = within(await dialog('Spring campaign: visits and contacts'));
    expect(await drawer.findByText('203.0.113.7', {}, found)).toBeTruthy();
    const client = drawer.getByText('Phone · Android · other browser');
    expect(client.title).toBe('Mozilla/5.0 (Android 16; Mobile) Ladybird/1.0');
    await user.click(drawer.getByRole('tab', { name: 'Conversions (4)' }));
    expect((await drawer.findByText('Marta', {}, found)).closest('a')?.getAttribute('href')).toBe(
      `/fansOperation/fansList?fan=${sampleId(84, 1)}`,
    );
    expect(drawer.getByText('New fan')).toBeTruthy();
    await user.click(drawer.getByRole('tab', { name: 'Contacts (1)' }));
    expect(await drawer.findByText('+34 600 000 000', {}, found)).toBeTruthy();
  });

  it('shows the conversions by agent and day, over 7 or 30 days', async () => {
    const { user } = openSplitLinks();
    await rowOf(/Spring campaign/);
    await chooseFromMenu('Spring campaign', 'Visits and contacts');
    const drawer = within(await dialog('Spring campaign: visits and contacts'));
    await user.click(await drawer.findByRole('tab', { name: 'Conversions (4)' }, found));
    const agents = within(await drawer.findByRole('region', { name: 'By agent' }, found));
    expect(agents.getByRole('link', { name: 'Counting rules' })).toBeTruthy();
    const rows = () => agents.getAllByRole('row').map(({ textContent }) => textContent);
    await waitFor(() => expect(rows()).toContain('Ana321'), found);
    expect(rows()).not.toContain('deleted100');
    await user.click(agents.getByText('30 days'));
    await waitFor(() => expect(rows()).toContain('deleted100'), found);
    await user.click(agents.getAllByRole('button', { name: 'Expand row' })[0] as HTMLElement); // Ana's
    await waitFor(() => expect(rows()).toContain('2026-03-02321'), found);
  });

  it('deletes a link after a confirmation', async () => {
    const world = splitLinkWorld();
    const { user } = openSplitLinks(world);
    await rowOf(/Spring campaign/);
    await chooseFromMenu('Spring campaign', 'Delete');
    const question = within(await dialog('Delete this split link?'));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No split links yet', {}, found)).toBeTruthy();
    expect(button('Create split link')).toBeTruthy();
    expect(world.links).toEqual([]);
  });
});
