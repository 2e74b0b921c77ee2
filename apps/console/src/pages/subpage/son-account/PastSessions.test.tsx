import { errorMessage } from '@parley/contract';
import { pastSessionPage } from '@parley/contract/ports';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { found } from '../../../app/testing/page-harness.tsx';
import { type PageOptions, renderPage } from '../../../app/testing/render-page.tsx';
import portsTexts from '../../../features/ports/locales/en-US.json' with { type: 'json' };
import { portRoutes } from '../../../features/ports/testing/ports.ts';
import { subAccountRoutes } from '../../../features/sub-accounts/testing/sub-accounts.ts';
import { FixtureRefusal, type Route, route } from '../../../lib/testing/route.ts';
import listTexts from '../../../ui/list/locales/en-US.json' with { type: 'json' };
import { PastSessions } from './PastSessions.tsx';
import { busyWorld, emptyWorld } from './testing/open-sub-accounts.tsx';

const texts = portsTexts.ports;
const at = '/subpage/sonAccount?view=sessions';
const open = (address = at, world = busyWorld(), before: readonly Route[] = [], options: PageOptions = {}) =>
  renderPage(<PastSessions />, {
    at: address,
    answers: [...before, ...portRoutes(world), ...subAccountRoutes(world)],
    ...options,
  });
const rows = () => document.querySelectorAll('.ant-table-row');

it('shows who was online where and for how long, and loads more on demand', async () => {
  const { user } = open();
  await waitFor(() => expect(rows()).toHaveLength(50), found);
  for (const part of ['Website', 'Ann', '0 h 13 min', texts.end['logged-out']])
    expect(rows()[0]?.textContent).toContain(part);
  await user.click(screen.getByRole('button', { name: listTexts.list.nextRows }));
  await waitFor(() => expect(rows()).toHaveLength(60), found);
});

it('requests the platform named in the URL', async () => {
  const { server } = open(`${at}&platform=telegram`);
  await waitFor(() => expect(rows()).toHaveLength(20), found);
  for (const row of rows()) expect(row.textContent).toContain('Telegram shop');
  expect(server.asked.filter((line) => line.includes(pastSessionPage.path))).toEqual([
    expect.stringContaining('platform=telegram'),
  ]);
});

it('shows a skeleton until the server has answered', async () => {
  const held = Promise.withResolvers<undefined>();
  open(at, busyWorld(), [], {
    instead: (url) => (url.includes(pastSessionPage.path) ? held.promise : undefined),
  });
  const skeleton = () => document.querySelector('.ant-skeleton');
  await waitFor(() => expect(skeleton()).not.toBeNull(), found);
  held.resolve(undefined);
  await waitFor(() => expect(rows()).toHaveLength(50), found);
  expect(skeleton()).toBeNull();
});

it('shows an error by its code', async () => {
  const refused = route(pastSessionPage, () => {
    throw new FixtureRefusal('auth.forbidden');
  });
  open(at, busyWorld(), [refused]);
  expect(await screen.findByText(errorMessage('auth.forbidden', 'en-US'), {}, found)).toBeTruthy();
  expect(rows()).toHaveLength(0);
});

it('explains an empty list and links to the ports', async () => {
  open(at, emptyWorld());
  expect(await screen.findByText(texts.pastNone, {}, found)).toBeTruthy();
  const link = screen.getByRole('link', { name: texts.toPorts });
  expect(link.getAttribute('href')).toBe('/subpage/sonAccount?view=ports');
});
