import * as channelsApi from '@parley/contract/channels';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { addJob } from '../../../base/queue/queue.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { askForLinks } from './ask-for-links.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const linkOf = async (id: string) => {
  const { rows } = await app.app.database.db.execute<{ link: string | null; online: boolean }>(
    sql`select public_link as link, state = 'online' as online from social_accounts where id = ${id}`,
  );
  return rows[0];
};

it('stores the link of a new account, and requests that of an earlier one', async () => {
  const owner = await app.registerOwner({ characters: 0 });
  const { subAccountId } = await app.createSubAccount(owner);
  const shop = await app.addWebchat(owner, subAccountId, { origins: 'https://shop.example' });
  const everywhere = await app.addWebchat(owner, subAccountId, { name: 'Everywhere' });
  expect([(await linkOf(shop))?.link, (await linkOf(everywhere))?.link]).toEqual([
    'https://shop.example/',
    '',
  ]);
  const credentials = { siteName: 'Shop', origins: 'https://new.example' };
  const body = { id: shop, credentials };
  await app.call(channelsApi.replaceSocialAccountCredentials, { body }, owner.token);
  expect((await linkOf(shop))?.link).toBe('https://new.example/');
  await app.app.database.db.execute(sql`update social_accounts set public_link = null`);
  await until(
    'both are online',
    async () => (await linkOf(shop))?.online && (await linkOf(everywhere))?.online,
  );
  await transaction(app.app.database, (tx) => addJob(tx, askForLinks, {}));
  await expect.poll(async () => (await linkOf(shop))?.link).toBe('https://new.example/');
  await expect.poll(async () => (await linkOf(everywhere))?.link).toBe('');
});
