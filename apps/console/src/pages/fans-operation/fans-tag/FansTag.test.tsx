/** The tags as the owner sees them. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { button, chooseFromMenu, dialog, enter, findByLabel, rowOf } from '../../../app/testing/by-text.ts';
import { found } from '../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import { enUS } from '../../../app/testing/texts.ts';
import { fanRoutes, fanWorld } from '../../../features/fans/testing/fans.ts';
import { sampleId } from '../../../lib/testing/samples.ts';
import { FansTag } from './FansTag.tsx';

const path = '/fansOperation/fansTag';
const open = (world = fanWorld(), query = '') =>
  renderPage(<FansTag />, { at: `${path}${query}`, answers: fanRoutes(world) });

describe('fan tags', () => {
  it('shows the number of fans of each tag as a link to them', async () => {
    open();
    const row = await rowOf(/VIP/);
    expect(within(row).getByRole('link', { name: '3' }).getAttribute('href')).toContain(
      '/fansOperation/fansList?tagIds=',
    );
  });

  it.each([
    ['', ['Ana', 'Bea', 'VIP']],
    ['?sort=uses.desc', ['VIP', 'Ana', 'Bea']],
    ['?sort=createdAt.asc', ['Bea', 'Ana', 'VIP']],
    ['?sort=constructor.asc', ['Ana', 'Bea', 'VIP']],
  ])('lists tags in the order of the address: %s', async (query, order) => {
    const world = fanWorld();
    const [vip] = world.fanTags;
    if (vip === undefined) throw new Error('there is no tag');
    world.fanTags = [
      vip,
      { ...vip, id: sampleId(32, 8), name: 'Bea', uses: 1, createdAt: vip.createdAt - 2 },
      { ...vip, id: sampleId(32, 9), name: 'Ana', uses: 1, createdAt: vip.createdAt - 1 },
    ];
    open(world, query);
    await rowOf(/VIP/);
    const names = screen.getAllByText(/^(Ana|Bea|VIP)$/).map(({ textContent }) => textContent);
    expect(names).toEqual(order);
  });

  it('adds a tag, and requires its name', async () => {
    const world = fanWorld();
    const { user } = open(world);
    await rowOf(/VIP/);
    await user.click(button('Create tag'));
    const form = within(await dialog('Create tag'));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('This field is required', {}, found)).toBeTruthy();
    enter(form.getByLabelText('Name'), 'Wholesale');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(world.fanTags.map(({ name }) => name)).toContain('Wholesale'), found);
  });

  /** Opens the form of a tag that another user changes before it is saved. */
  async function saveStale() {
    const world = fanWorld();
    const { user } = open(world);
    await rowOf(/VIP/);
    await user.click(await findByLabel('Edit VIP'));
    const form = within(await dialog('Edit tag'));
    const [tag] = world.fanTags;
    if (tag === undefined) throw new Error('there is no tag');
    const theirs = { ...tag, name: 'Best', version: 5 };
    world.fanTags[0] = theirs;
    enter(form.getByLabelText('Name'), 'Mine');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await form.findByText(enUS.stale.title, {}, found);
    return { form, theirs, user };
  }

  it('overwrites a concurrent change only by a button', async () => {
    const { form, theirs, user } = await saveStale();
    expect(theirs).toMatchObject({ name: 'Best' });
    await user.click(form.getByRole('button', { name: /Save mine$/ }));
    await waitFor(() => expect(theirs).toMatchObject({ name: 'Mine', version: 6 }), found);
  });

  it('loads a concurrent change by a button', async () => {
    const { form, user } = await saveStale();
    await user.click(form.getByRole('button', { name: /Load saved version$/ }));
    await waitFor(() => expect(form.getByLabelText('Name')).toHaveProperty('value', 'Best'), found);
  });

  it('shows how many fans lose a tag before it deletes it', async () => {
    const world = fanWorld();
    const { user } = open(world);
    await rowOf(/VIP/);
    await chooseFromMenu('VIP', 'Delete');
    const question = within(await dialog('Delete the tag VIP?'));
    expect(question.getByText(/removed from 3 fans/)).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(world.fanTags.map(({ name }) => name)).toEqual(['批发']), found);
  });
});
