import { type __Noun__, __noun__Page } from '@parley/contract/__kebab-nouns__';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { found } from '../../app/testing/page-harness.tsx';
import { renderPage } from '../../app/testing/render-page.tsx';
import texts from '../../features/__kebab-nouns__/locales/en-US.json' with { type: 'json' };
import { pageOf, route } from '../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../lib/testing/samples.ts';
import { __Nouns__ } from './__Nouns__.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const first = { id: sampleId(90, 1), name: 'First', createdAt: sampleTime };
const open = (all: readonly __Noun__[]) =>
  renderPage(<__Nouns__ />, {
    at: '/__kebab-nouns__',
    answers: [route(__noun__Page, ({ query }) => pageOf(all, query))],
  });

it('lists the __plain nouns__ by name', async () => {
  open([first]);
  expect(await screen.findByRole('row', { name: /First/ }, found)).toBeTruthy();
});

it('sorts the __plain nouns__ by a column', async () => {
  const { server, user } = open([first]);
  for (const [title, sort] of [
    [texts.__nouns__.name, 'name.asc'],
    [texts.__nouns__.created, 'createdAt.asc'],
  ] as const) {
    await user.click(await screen.findByRole('columnheader', { name: title }, found));
    await waitFor(() => expect(server.asked.at(-1)).toContain(`sort=${sort}`), found);
  }
});

it('shows that there are no __plain nouns__ yet', async () => {
  open([]);
  expect(await screen.findByText(texts.__nouns__.none, {}, found)).toBeTruthy();
});
