/** __Plain nouns__ over HTTP. */
import * as __nouns__Api from '@parley/contract/__kebab-nouns__';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

it('creates __plain nouns__, refuses a name that is taken, and lists them in the chosen order', async () => {
  const { token } = await app.registerOwner({ characters: 0 });
  const create = (name: string) => app.call(__nouns__Api.create__Noun__, { body: { name } }, token);
  const [first, second] = [await create('First'), await create('second')];
  expect(first).toEqual({ id: expect.any(String), name: 'First', createdAt: expect.any(Number) });
  const again = await app.send(__nouns__Api.create__Noun__, { body: { name: 'First' } }, token);
  expect(again).toMatchObject({ status: 409, body: { data: { error: '__kebab-noun__.name-taken' } } });
  const list = (query: { sort?: __nouns__Api.__Noun__Sort }, reader = token) =>
    app.call(__nouns__Api.__noun__Page, { query }, reader);
  expect(await list({ sort: 'name.asc' })).toEqual({ list: [first, second], total: 2 });
  expect(await list({ sort: 'name.desc' })).toEqual({ list: [second, first], total: 2 });
  const stranger = await app.registerOwner({ characters: 0 });
  expect(await list({}, stranger.token)).toEqual({ list: [], total: 0 });
});
