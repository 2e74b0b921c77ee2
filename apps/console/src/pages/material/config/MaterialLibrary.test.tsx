/** The page of the material library as the owner sees it. */
import { exportMaterials } from '@parley/contract/materials';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { button, chooseFromMenu, dialog, enter, rowOf } from '../../../app/testing/by-text.ts';
import { exportedQuery } from '../../../app/testing/exported.ts';
import { address, found } from '../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import {
  materialRoutes,
  materialWorld,
  someImage,
  someMaterial,
} from '../../../features/materials/testing/materials.ts';
import { sampleId } from '../../../lib/testing/samples.ts';
import { type UploadRequest, uploadRequests } from '../../../lib/testing/upload-request.ts';
import { MaterialLibrary } from './MaterialLibrary.tsx';

let sent: UploadRequest[] = [];
beforeEach(() => {
  const requests = uploadRequests();
  sent = requests.made;
  vi.stubGlobal('XMLHttpRequest', requests.Request);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (world = materialWorld(), at = '/material/config') =>
  renderPage(<MaterialLibrary />, { at, answers: materialRoutes(world) });

const picture = (name: string, type = 'image/png') => new File(['a picture'], name, { type });
const drop = (files: File[]) => {
  const page = document.querySelector('.material-library');
  if (page === null) throw new Error('the page is not there');
  fireEvent.drop(page, { dataTransfer: { types: ['Files'], files } });
};
const nthSent = (at: number) =>
  waitFor(() => {
    const request = sent[at];
    if (request === undefined) throw new Error(`upload ${at} was not sent`);
    return request;
  }, found);

describe('the material library', () => {
  it('lists materials of each type with picture, content and group', async () => {
    open();
    const row = await rowOf('Size chart');
    expect(row.querySelector('img')?.getAttribute('src')).toContain('signature=');
    for (const part of ['Image', 'sizes.png', '48 KB', 'No group', '3'])
      expect(row.textContent).toContain(part);
    expect((await rowOf('Opening hours')).textContent).toContain('Hello {{fan|there}}');
  });

  it('shows the next step where there are no materials', async () => {
    open(materialWorld([]));
    expect(await screen.findByText('No materials yet', {}, found)).toBeTruthy();
  });

  it('filters the list by a group, and by none', async () => {
    const groupId = sampleId(63, 1);
    open(materialWorld([someMaterial({ groupId }), someImage()]));
    await rowOf('Size chart');
    const side = within(screen.getByRole('navigation', { name: 'Groups of materials' }));
    fireEvent.click(side.getByText('Shipping'));
    await waitFor(() => expect(screen.queryByText('Size chart')).toBeNull(), found);
    expect(screen.getByText('Opening hours')).toBeTruthy();
    fireEvent.click(side.getByText('No group'));
    await rowOf('Size chart');
    expect(address()).toContain('group=none');
  });

  it('adds a card, and refuses a link that is no web address', async () => {
    const world = materialWorld();
    const { user } = open(world);
    await rowOf('Size chart');
    await user.click(button('Create card'));
    const form = within(await dialog('Create card'));
    enter(form.getByLabelText('Title'), 'Shop');
    enter(form.getByLabelText('Content'), 'All sizes');
    enter(form.getByLabelText('Link'), 'javascript:alert(1)');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/begins with http/, {}, found)).toBeTruthy();
    enter(form.getByLabelText('Link'), 'https://shop.example/');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(
      () =>
        expect(world.materials[2]?.content).toEqual({
          type: 'card',
          text: 'All sizes',
          link: 'https://shop.example/',
          picture: null,
        }),
      found,
    );
  });

  it('duplicates a text', async () => {
    const world = materialWorld();
    const { user } = open(world);
    await rowOf('Opening hours');
    await chooseFromMenu('Opening hours', 'Duplicate');
    const form = within(await dialog('Create text'));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(world.materials).toHaveLength(3), found);
    expect(world.materials[2]?.content).toEqual(world.materials[0]?.content);
  });

  it('lets the owner choose after a concurrent change', async () => {
    const world = materialWorld();
    const { user } = open(world);
    await rowOf('Opening hours');
    await user.click(screen.getByRole('button', { name: 'Edit Opening hours' }));
    const form = within(await dialog('Edit material'));
    enter(form.getByLabelText('Title'), 'Mine');
    Object.assign(world.materials[0] ?? {}, { title: 'Theirs', version: 2 });
    await user.click(form.getByRole('button', { name: 'Save' }));
    await user.click(await form.findByRole('button', { name: 'Save mine' }, found));
    await waitFor(() => expect(world.materials[0]).toMatchObject({ title: 'Mine', version: 3 }), found);
  });

  it('deletes no material in use, and shows its uses', async () => {
    const world = materialWorld([someMaterial()]);
    const { id: materialId } = someMaterial();
    world.usages = [{ materialId, kind: 'keyword-reply', id: sampleId(64, 1), name: 'When?' }];
    open(world);
    await rowOf('Opening hours');
    await chooseFromMenu('Opening hours', 'Delete');
    const question = within(await dialog('Delete this material?'));
    expect(await question.findByText(/Keyword reply/, {}, found)).toBeTruthy();
    expect(question.getByRole('button', { name: 'Delete' }).hasAttribute('disabled')).toBe(true);
  });

  it('deletes a material after a confirmation', async () => {
    const world = materialWorld([someMaterial()]);
    const { user } = open(world);
    await rowOf('Opening hours');
    await chooseFromMenu('Opening hours', 'Delete');
    const question = within(await dialog('Delete this material?'));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No materials yet', {}, found)).toBeTruthy();
  });
});

describe('uploads', () => {
  it('creates a material from each dropped file in the selected group, and refuses unsupported files', async () => {
    const groupId = sampleId(63, 1);
    const world = materialWorld();
    open(world, `/material/config?group=${groupId}`);
    await screen.findByRole('button', { name: 'More for the group Shipping' }, found);
    drop([picture('summer.sale.png'), picture('page.html', 'text/html')]);
    (await nthSent(0)).answer(200);
    await rowOf('summer.sale');
    expect(world.materials[2]).toMatchObject({ groupId, content: { type: 'image' } });
    const list = within(screen.getByRole('list', { name: 'Uploads' }));
    expect(list.getByText(/Choose a JPEG/)).toBeTruthy();
    fireEvent.click(list.getByRole('button', { name: 'Cancel the upload of page.html' }));
    expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull();
  });

  it('uploads three files at once, and the next when one is cancelled', async () => {
    open();
    await rowOf('Size chart');
    drop([1, 2, 3, 4].map((number) => picture(`${number}.png`)));
    await nthSent(2);
    expect(screen.getByText('Waiting')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel the upload of 1.png' }));
    await nthSent(3);
    expect(screen.queryByText('1.png')).toBeNull();
  });

  it('uploads pasted files, and retries a failed one', async () => {
    const world = materialWorld();
    open(world);
    await rowOf('Size chart');
    fireEvent.paste(document, { clipboardData: { files: [picture('pasted.png')] } });
    (await nthSent(0)).answer(500);
    fireEvent.click(await screen.findByRole('button', { name: 'Retry the upload of pasted.png' }, found));
    (await nthSent(1)).answer(200);
    await rowOf('pasted');
    expect(world.materials).toHaveLength(3);
  });
});

describe('groups', () => {
  it('adds a group, and shows that a name is taken', async () => {
    const world = materialWorld();
    const { user } = open(world);
    fireEvent.click(await screen.findByText('Create group', {}, found));
    const form = within(await dialog('Create group'));
    enter(form.getByLabelText('Name'), 'Shipping');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('A group of this name already exists', {}, found)).toBeTruthy();
    enter(form.getByLabelText('Name'), 'Sizes');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(world.groups.map(({ name }) => name)).toEqual(['Shipping', 'Sizes']), found);
  });

  it('moves a group, and deletes one without its materials', async () => {
    const groupId = sampleId(63, 1);
    const world = materialWorld([someMaterial({ groupId })]);
    world.groups.push({ id: sampleId(63, 2), name: 'Sizes' });
    const { user } = open(world);
    const choose = async (entry: string) => {
      fireEvent.click(await screen.findByRole('button', { name: 'More for the group Shipping' }, found));
      fireEvent.click(await screen.findByRole('menuitem', { name: entry }, found));
    };
    await choose('Move down');
    await waitFor(() => expect(world.groups.map(({ name }) => name)).toEqual(['Sizes', 'Shipping']), found);
    await choose('Delete group');
    const question = within(await dialog('Delete the group Shipping?'));
    expect(question.getByText('1 material stays, in no group.')).toBeTruthy();
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(world.groups).toHaveLength(1), found);
    expect(world.materials[0]?.groupId).toBeNull();
  });
});

it('exports the materials that match the filters, in the list’s order', async () => {
  const opened = open(materialWorld(), '/material/config?type=text&sort=title.asc&view=cards');
  expect(await exportedQuery(opened, exportMaterials.path)).toBe('type=text&sort=title.asc');
});
