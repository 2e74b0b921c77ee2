/** The page of prospective fans as the owner sees it. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { button, chooseFromMenu, dialog, enter, rowOf } from '../../../app/testing/by-text.ts';
import { found, type RenderOptions, waitForAddress } from '../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import {
  type ProspectiveFanWorld,
  prospectiveFanRoutes,
  someProspectiveFan,
} from '../../../features/prospective-fans/testing/prospective-fans.ts';
import { splitLinkRoutes, splitLinkWorld } from '../../../features/split-links/testing/split-links.ts';
import { subAccountRoutes } from '../../../features/sub-accounts/testing/sub-accounts.ts';
import { sampleId } from '../../../lib/testing/samples.ts';
import { ProspectiveFans } from './ProspectiveFans.tsx';

const path = '/fansOperation/prospectiveFan';
const claimed = someProspectiveFan({
  id: sampleId(95, 2),
  name: '',
  contact: 'javascript:alert(1)',
  state: 'claimed',
  holder: { id: sampleId(74, 1), name: 'Spain', authorName: 'Ana' },
});
const worldWith = (...prospectiveFans: ProspectiveFanWorld['prospectiveFans']) => ({ prospectiveFans });

const open = (world: ProspectiveFanWorld, query = '', more: RenderOptions = {}) =>
  renderPage(<ProspectiveFans />, {
    at: `${path}${query}`,
    answers: [
      ...prospectiveFanRoutes(world),
      ...splitLinkRoutes(splitLinkWorld()),
      ...subAccountRoutes({ ownerRemaining: 0, allocations: new Map(), ports: 10, subAccounts: [] }),
    ],
    ...more,
  });

it('lists the contacts that visitors left, and links only phone numbers and e-mail addresses', async () => {
  open(worldWith(someProspectiveFan(), claimed));
  const row = await rowOf(/Lucía/);
  for (const part of ['¿Tienen <b>camisas</b>?', 'Open', 'Spring campaign', 'Spain · Spanish', 'Telegram'])
    expect(row.textContent).toContain(part);
  expect(within(row).getByRole('link').getAttribute('href')).toBe('tel:+34600000000');
  const other = await rowOf('javascript:alert(1)');
  expect(within(other).queryByRole('link')).toBeNull();
  expect(other.textContent).toContain('Ana (Spain)');
});

it('shows a dash for an empty message', async () => {
  open(worldWith(someProspectiveFan({ message: ' ' })));
  const row = await rowOf(/Lucía/);
  const message = within(row).getAllByRole('cell')[2];
  expect(message?.textContent).toBe('–');
});

it('keeps filters, search and order in the URL', async () => {
  open(worldWith(someProspectiveFan(), claimed), `?state=open&splitLinkId=${sampleId(80, 1)}&sort=nonsense`);
  await rowOf(/Lucía/);
  expect(screen.queryByText('javascript:alert(1)')).toBeNull();
  enter(screen.getByLabelText('Search name, contact, message or note'), 'no one');
  await waitForAddress(`${path}?state=open&splitLinkId=${sampleId(80, 1)}&sort=nonsense&search=no+one`);
  expect(await screen.findByText('No results', {}, found)).toBeTruthy();
});

it('reopens an entry that an agent has claimed', async () => {
  const world = worldWith({ ...claimed, name: 'Marta' });
  open(world);
  await rowOf(/Marta/);
  await chooseFromMenu('Marta', 'Reopen');
  await waitFor(async () => expect((await rowOf(/Marta/)).textContent).toContain('Open'), found);
  expect(world.prospectiveFans[0]).toMatchObject({ state: 'open', holder: null });
});

it('gives up several with one reason, and deletes them after a confirmation', async () => {
  const world = worldWith(someProspectiveFan(), { ...claimed, name: 'Marta' });
  const { user } = open(world);
  await rowOf(/Lucía/);
  for (const name of ['Lucía', 'Marta']) await user.click(screen.getByLabelText(`Select ${name}`));
  await user.click(button('Give up'));
  const asked = within(await dialog('Give up 2 prospective fans?'));
  enter(asked.getByLabelText('Reason (optional)'), 'Season is over');
  await user.click(asked.getByRole('button', { name: 'Give up' }));
  await waitFor(
    () =>
      expect(world.prospectiveFans.map(({ state, reason }) => [state, reason])).toEqual([
        ['given-up', 'Season is over'],
        ['given-up', 'Season is over'],
      ]),
    found,
  );
  await user.click(button('Delete'));
  const question = within(await dialog('Delete 2 prospective fans?'));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No prospective fans yet', {}, found)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Split links' })).toBeTruthy();
});

it('shows the error of a failed request', async () => {
  const { server, user } = open(worldWith(someProspectiveFan()), '', {
    instead: (url) =>
      url.includes('prospectiveFan/page') ? Promise.reject(new TypeError('lost')) : undefined,
  });
  const panel = await screen.findByRole('alert', {}, { timeout: 40_000 });
  server.instead = () => undefined;
  await user.click(within(panel).getByRole('button'));
  await rowOf(/Lucía/);
});
