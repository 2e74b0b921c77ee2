/** Bulk creation of split links, and forms named in the page's URL. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { button, dialog, enter, rowOf } from '../../../app/testing/by-text.ts';
import { address, found } from '../../../app/testing/page-harness.tsx';
import {
  type SplitLinkWorld,
  someSplitLink,
  splitLinkWorld,
} from '../../../features/split-links/testing/split-links.ts';
import { hasUnsaved } from '../../../lib/unsaved-changes.ts';
import { openSplitLinks } from './testing/open-split-links.tsx';

/** Opens bulk creation with WhatsApp as the platform. */
async function openMany(world: SplitLinkWorld) {
  const { user } = openSplitLinks(world);
  await rowOf(/Leaflet 2/);
  await user.click(button('Create many'));
  const form = within(await dialog('Create many split links'));
  fireEvent.mouseDown(form.getByRole('combobox', { name: 'Platform' }));
  fireEvent.click(
    await screen.findByText('WhatsApp', { selector: '.ant-select-item-option-content' }, found),
  );
  return { user, form };
}

it('creates many links from lines once each line is valid', async () => {
  const world = splitLinkWorld([someSplitLink({ name: 'Leaflet 2' })]);
  const { user, form } = await openMany(world);
  const lines = ['Leaflet 1 https://wa.me/1', 'Leaflet 2 https://wa.me/2', 'Leaflet 3 wa.me/3'];
  enter(form.getByLabelText('Names and account links'), lines.join('\n'));
  expect(await form.findByText('1 ready, 2 with a problem.', {}, found)).toBeTruthy();
  expect(form.getByText('A split link with this name already exists')).toBeTruthy();
  expect(form.getByText('Not a complete link of the platform:')).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Create links' }));
  expect(await form.findByText('Correct the 2 lines that have a problem', {}, found)).toBeTruthy();
  const right = ['Leaflet 1 https://wa.me/1', 'Leaflet 3 https://wa.me/3 https://wa.me/4'];
  enter(form.getByLabelText('Names and account links'), right.join('\n'));
  expect(await form.findByText('2 ready, 0 with a problem.', {}, found)).toBeTruthy();
  await user.click(form.getByRole('button', { name: 'Create links' }));
  const made = within(await dialog('Create many split links'));
  expect(await made.findByText('2 split links created', {}, found)).toBeTruthy();
  expect(made.getByText('https://parley.example/s/many1')).toBeTruthy();
  expect(world.links.map(({ name }) => name)).toEqual(['Leaflet 1', 'Leaflet 3', 'Leaflet 2']);
  await user.click(made.getByRole('button', { name: 'Done' }));
  expect((await rowOf(/Leaflet 3/)).textContent).toContain('Leaflet 3');
});

it('accepts the first of two lines with the same name', async () => {
  const { form } = await openMany(splitLinkWorld([someSplitLink({ name: 'Leaflet 2' })]));
  const lines = ['Leaflet 1 https://wa.me/1', 'LEAFLET 1 https://wa.me/2', 'Leaflet 2 https://wa.me/3'];
  enter(form.getByLabelText('Names and account links'), lines.join('\n'));
  // Once the server has answered which names are taken.
  expect(await form.findByText('A split link with this name already exists', {}, found)).toBeTruthy();
  expect(form.getByText('1 ready, 2 with a problem.')).toBeTruthy();
});

describe('a form in the URL', () => {
  it('opens by its URL, and is removed from it when it is closed', async () => {
    const { user } = openSplitLinks(splitLinkWorld(), { search: `?form=${someSplitLink().id}` });
    const form = within(await dialog('Edit split link'));
    await form.findByDisplayValue('Spring campaign', {}, found);
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(address()).toBe('/fansOperation/streamLink'), found);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows that a link no longer exists', async () => {
    openSplitLinks(splitLinkWorld([]), { search: '?form=01980d5e-7c1a-7000-8000-000000000009' });
    const gone = within(await dialog('Edit split link'));
    expect(await gone.findByText('This split link was deleted.', {}, found)).toBeTruthy();
  });

  it('closes on Back, with a confirmation before input is lost', async () => {
    const { user, back } = openSplitLinks();
    await rowOf(/Spring campaign/);
    await user.click(screen.getByRole('button', { name: 'Edit Spring campaign' }));
    const form = within(await dialog('Edit split link'));
    await form.findByDisplayValue('Spring campaign', {}, found);
    await act(async () => back());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);

    await user.click(screen.getByRole('button', { name: 'Edit Spring campaign' }));
    const again = within(await dialog('Edit split link'));
    enter(await again.findByDisplayValue('Spring campaign', {}, found), 'Summer');
    await waitFor(() => expect(hasUnsaved()).toBe(true), found);
    await act(async () => back());
    await user.click(await screen.findByRole('button', { name: 'Stay' }, found));
    await waitFor(() => expect(address()).toContain('form='), found);
    expect(again.getByDisplayValue('Summer')).toBeTruthy();
    await act(async () => back());
    await user.click(await screen.findByRole('button', { name: 'Leave' }, found));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), found);
    expect(address()).toBe('/fansOperation/streamLink');
  });

  it('leaves no entry behind whose Back would do nothing when it is cancelled', async () => {
    const { user, go, back } = openSplitLinks();
    await rowOf(/Spring campaign/);
    act(() => go('/fansOperation/streamLink?search=Spring'));
    await user.click(await screen.findByRole('button', { name: 'Edit Spring campaign' }, found));
    const form = within(await dialog('Edit split link'));
    await form.findByDisplayValue('Spring campaign', {}, found);
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(address()).toBe('/fansOperation/streamLink?search=Spring'), found);
    act(() => back());
    await waitFor(() => expect(address()).toBe('/fansOperation/streamLink'), found);
  });
});
