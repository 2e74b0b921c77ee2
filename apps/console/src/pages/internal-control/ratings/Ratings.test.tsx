/** The page of ratings as the owner sees it. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { rowOf } from '../../../app/testing/by-text.ts';
import { found } from '../../../app/testing/page-harness.tsx';
import { renderPage } from '../../../app/testing/render-page.tsx';
import { type RatingWorld, ratingRoutes, someRating } from '../../../features/ratings/testing/ratings.ts';
import { subAccountRoutes } from '../../../features/sub-accounts/testing/sub-accounts.ts';
import { Ratings } from './Ratings.tsx';

const silent = someRating({
  id: someRating().conversationId,
  score: 2,
  comment: null,
  agentName: null,
  conversationTitle: 'Ada',
});

const open = (world: RatingWorld, query = '') =>
  renderPage(<Ratings />, {
    at: `/internalControl/rating${query}`,
    answers: [
      ...ratingRoutes(world),
      ...subAccountRoutes({ ownerRemaining: 0, allocations: new Map(), ports: 10, subAccounts: [] }),
    ],
  });

it('lists ratings with a link to the conversation, and their figures', async () => {
  open({ ratings: [someRating(), silent], asked: 8 });
  const row = await rowOf(/Marta/);
  for (const part of ['5', 'very good', 'Muy <b>amables</b>', 'Ana', 'Closed by Ben', 'Spain', 'Shop'])
    expect(row.textContent).toContain(part);
  const link = within(row).getByRole('link', { name: 'Marta' });
  expect(link.getAttribute('href')).toContain(`conversation=${someRating().conversationId}`);
  expect((await rowOf(/Ada/)).textContent).toContain('No comment');
  const figureOf = async (name: string) =>
    (await screen.findByText(name, { selector: 'dt' }, found)).parentElement?.textContent;
  expect(await figureOf('Average')).toBe('Average3.5');
  expect(await figureOf('Ratings')).toBe('Ratings2');
  expect(await figureOf('Response rate')).toBe('Response rate25%of 8 requests');
});

it('translates a comment after a confirmation that states the price, and shows when none is needed', async () => {
  const world: RatingWorld = { ratings: [someRating()], asked: 1, translation: null };
  open(world);
  const ask = async () => {
    const row = await rowOf(/Marta/);
    fireEvent.click(within(row).getByRole('button', { name: /Translate/ }));
    const question = await screen.findByRole('tooltip', {}, found);
    expect(question.textContent).toContain('at most 18 characters');
    fireEvent.click(within(question).getByRole('button', { name: 'Translate' }));
  };
  await ask();
  await screen.findByText('This comment needs no translation', {}, found);
  world.translation = 'Very kind';
  await ask();
  await waitFor(async () => expect((await rowOf(/Marta/)).textContent).toContain('Very kind'), found);
  expect(within(await rowOf(/Marta/)).queryByRole('button', { name: /Translate/ })).toBeNull();
});

it('applies the URL’s filters, with which no response rate is available', async () => {
  open({ ratings: [someRating(), silent], asked: 8 }, '?score=5&comment=with');
  await rowOf(/Marta/);
  expect(screen.queryByText('Ada')).toBeNull();
  expect(await screen.findByText('Average', { selector: 'dt' }, found)).toBeTruthy();
  expect(screen.queryByText('Response rate')).toBeNull();
});

it('names the setting when there are no ratings, and explains filters without matches', async () => {
  open({ ratings: [], asked: 0 });
  expect(await screen.findByText('No ratings yet', {}, found)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Social accounts' })).toBeTruthy();
  cleanup();
  open({ ratings: [silent], asked: 1 }, '?score=5');
  expect(await screen.findByText('No results', {}, found)).toBeTruthy();
});
