/** Official contacts over HTTP. */
import * as supportApi from '@parley/contract/support';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let operator: string;
beforeAll(async () => {
  app = await startTestApp({ config: { RATE_LIMIT_FACTOR: '1' } });
  operator = await app.operatorToken();
});
afterAll(() => app.close());

const telegram = {
  kind: 'telegram',
  name: 'Support',
  account: '@Parley_Help',
  path: 'https://t.me/parley_help',
} as const;
const check = (account: string) => app.send(supportApi.checkContact, { query: { account } });

it('shows the operator’s contacts to everyone, without how they are stored', async () => {
  const body = { ...telegram, shown: true, position: 1 };
  const { id, version } = await app.call(supportApi.addContact, { body }, operator);
  expect((await app.call(supportApi.contactList, {})).list).toEqual([{ id, ...telegram }]);
  expect(await app.call(supportApi.getContact, { query: { id } })).toEqual({ id, ...telegram });
  const official = await app.call(supportApi.checkContact, { query: { account: 't.me/PARLEY_HELP' } });
  expect(official).toMatchObject({ official: true, contact: { id, kind: 'telegram' } });
  const renamed = { params: { id }, body: { ...body, name: 'Help', shown: false, version } };
  await app.call(supportApi.changeContact, renamed, operator);
  const { list } = await app.call(supportApi.operatorContactList, { query: {} }, operator);
  expect(list).toMatchObject([{ id: 2 }, { id, name: 'Help', shown: false, version: version + 1 }]);
  await app.call(supportApi.deleteContact, { params: { id } }, operator);
  // An unknown account is answered in the same shape, with nothing in it.
  const unknown = await app.call(supportApi.checkContact, { query: { account: 'parley_help' } });
  expect(unknown).toEqual({ official: false, contact: null });
});

it('limits checks to twenty a minute from one address', async () => {
  const statuses: number[] = [];
  // The test above has made two.
  for (let n = 2; n < 21; n += 1) statuses.push((await check('parley')).status);
  expect(statuses).toEqual([...Array(18).fill(200), 429]);
});
