import { type DeskServer, DeskWorld, sampleId, startDeskServer } from '@parley/chat-core/fixtures';
import type { DeskRating } from '@parley/contract/ratings';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RatingHistory } from '../../features/ratings/RatingHistory.tsx';
import { useRatingUpdates } from '../../features/ratings/use-rating-updates.ts';
import { renderDesk } from '../../fixtures/render-desk.tsx';

const ada = sampleId(0xc1);
const given: DeskRating = {
  id: sampleId(0xd1),
  score: 4,
  comment: 'Muy <b>amables</b>',
  language: 'es',
  askedAt: Date.now() - 60_000,
  ratedAt: Date.now(),
  closedBy: 'Ben',
  agentName: 'Ana',
};
let world: DeskWorld;
let server: DeskServer;
beforeEach(async () => {
  world = new DeskWorld();
  server = await startDeskServer(world);
  world.addConversation({ id: ada, title: 'Ada' });
});
afterEach(async () => {
  cleanup();
  await server.close();
});

function Page() {
  useRatingUpdates(ada);
  return <RatingHistory conversationId={ada} />;
}

function show() {
  const shown = renderDesk(<Page />, server);
  shown.connect();
  return shown;
}

it('shows that there is no rating, and announces a new one with a toast', async () => {
  const { push } = show();
  expect(await screen.findByText('Not rated yet')).toBeTruthy();
  world.ratings = [given];
  push('rated', { conversationId: ada, score: 4, changed: false });
  expect(await screen.findByText('Muy <b>amables</b>')).toBeTruthy();
  expect(screen.getByText('4 of 5, good')).toBeTruthy();
  expect(screen.getByText(/Ana/)).toBeTruthy();
  expect(await screen.findByText('The customer rated this conversation 4 of 5: good')).toBeTruthy();
});

it('shows no toast for another conversation, and no comment where there is none', async () => {
  world.ratings = [{ ...given, score: 1, comment: null, agentName: null }];
  const { push } = show();
  expect(await screen.findByText('1 of 5, very bad')).toBeTruthy();
  push('rated', { conversationId: sampleId(0xc2), score: 2, changed: false });
  push('rated', { conversationId: ada, score: 1, changed: true });
  expect(await screen.findByText('The customer changed the rating to 1 of 5: very bad')).toBeTruthy();
  expect(screen.queryByText(/rated this conversation/)).toBeNull();
});
