import type { RealtimeHandlers } from '@parley/api-client';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { busyWorld } from './testing/console-world.ts';
import { found, openConsole } from './testing/open-console.tsx';

it('requests everything once, after the socket has connected', async () => {
  const given = Promise.withResolvers<RealtimeHandlers>();
  const { server } = openConsole('/workplace/home', true, busyWorld(), {
    connect: async (_, handlers) => {
      given.resolve(handlers);
      return { connected: false, retryNow: () => undefined, close: () => undefined };
    },
  });
  const { onConnect } = await given.promise;
  const askedOf = (path: string) => server.asked.filter((request) => request.startsWith(`GET ${path}`));
  const shown = ['/api/user/characters/summary', '/api/system/inform/page'];
  expect(shown.flatMap(askedOf)).toEqual([]);
  onConnect?.();
  expect(await screen.findByText('Package prices change next month', {}, found)).toBeTruthy();
  await screen.findByText('2,317', {}, found);
  for (const path of shown) expect(askedOf(path)).toHaveLength(1);
  expect(server.asked).toEqual([...new Set(server.asked)]);
});
