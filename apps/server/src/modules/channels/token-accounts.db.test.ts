/** Social accounts of a platform with refreshed tokens, from the form to the end of the authorization. */
import { randomUUID } from 'node:crypto';
import { deliveryRequest, type RichAuthorization, startRichAuthorization } from '@parley/connectors/testing';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import * as templatesApi from '@parley/contract/message-templates';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { type TestClock, testClock } from '../../testing/test-clock.ts';
import type { TestAgent, TestOwner } from '../../testing/test-people.ts';
import { rich } from './testing/token-world.ts';

const platform = 'whatsapp';
const appSecret = 'the shop’s own';
const richAccount = 'account-1';
let app: TestApp;
let clock: TestClock;
let authorization: RichAuthorization;
let owner: TestOwner;
let ana: TestAgent;
beforeAll(async () => {
  clock = testClock();
  const connectors = [{ ...rich, manifest: { ...rich.manifest, platform } }];
  app = await startTestApp({ clock, connectors });
});
afterAll(() => app.close());
beforeEach(async () => {
  authorization = await startRichAuthorization();
  owner = await app.registerOwner();
  ana = await app.createSubAccount(owner);
});
afterEach(() => authorization.close());

/** Delivers events to the owner's own app like the platform. Returns the status of the answer. */
async function deliverTo({ workspaceId }: TestOwner, events: Parameters<typeof deliveryRequest>[1]) {
  const { headers, body } = deliveryRequest(appSecret, events);
  const url = `${app.url}/api/hook/app/${platform}/app-1/${workspaceId}`;
  const given = { 'content-type': 'application/json', 'x-rich-signature': headers['x-rich-signature'] ?? '' };
  return (await fetch(url, { method: 'POST', headers: given, body: Uint8Array.from(body) })).status;
}

/** The credentials as an owner enters them. */
const credentialsOf = (refreshToken: string) => ({
  token: 'right',
  server: authorization.url,
  refreshToken,
  appSecret,
});
const add = (credentials = credentialsOf(authorization.grant())) =>
  app.call(
    channelsApi.addSocialAccount,
    { body: { platform, subAccountId: ana.subAccountId, name: 'Shop', credentials } },
    owner.token,
  );
async function stateOf(id: string) {
  const { list } = await app.call(channelsApi.socialAccountPage, { query: {} }, owner.token);
  const { state, stateReason } = list.find((account) => account.id === id) ?? {};
  return { state, stateReason };
}
const becomes = (id: string, state: channelsApi.ConnectionState) =>
  until(`the account to be ${state}`, async () => (await stateOf(id)).state === state);
const tokens = async (id: string) => {
  const { rows } = await app.app.database.db.execute<{ tokens: string; version: number }>(
    sql`select tokens, version from platform_tokens where social_account_id = ${id}`,
  );
  return rows;
};

it('stores the tokens of its check with the account, and comes online with them', async () => {
  const { id } = await add();
  await becomes(id, 'online');
  expect(await tokens(id)).toMatchObject([{ version: 1 }]);
  await app.call(templatesApi.fetchMessageTemplates, { body: { socialAccountId: id } }, owner.token);
  expect(authorization.counts).toMatchObject({ refreshed: 1, reused: 0 });
});

it('stores nothing of an account that is refused or exists already', async () => {
  const { id } = await add();
  await expect(add()).rejects.toMatchObject({ error: 'channel.already-added' });
  await expect(add(credentialsOf('no-grant'))).rejects.toMatchObject({ error: 'channel.refused' });
  const { rows } = await app.app.database.db.execute(
    sql`select social_account_id from platform_tokens where workspace_id = ${owner.workspaceId}`,
  );
  expect(rows).toEqual([{ social_account_id: id }]);
});

it('shows the reason when the platform issues no more tokens, and works again with new credentials', async () => {
  const { id } = await add();
  await becomes(id, 'online');
  authorization.revoke();
  await app.app.database.db.execute(
    sql`update platform_tokens set refresh_at = now() where social_account_id = ${id}`,
  );
  // Tokens are refreshed every few seconds.
  clock.advance(5_000);
  await becomes(id, 'refused');
  expect((await stateOf(id)).stateReason).toBe('authorization-ended: invalid_grant, The grant is over');
  const { asked } = authorization.counts;
  const fetched = await app.call(
    templatesApi.fetchMessageTemplates,
    { body: { socialAccountId: id } },
    owner.token,
  );
  expect(fetched.problem).toMatch(/^authorization-ended/);
  expect(authorization.counts.asked).toBe(asked);
  const body = { id, credentials: credentialsOf(authorization.grant()) };
  await app.call(channelsApi.replaceSocialAccountCredentials, { body }, owner.token);
  await becomes(id, 'online');
});

it('asks the platform again when its owner disables and enables it', async () => {
  const { id } = await add();
  await becomes(id, 'online');
  // Simulates a wrong refusal of the platform.
  await app.app.database.db.execute(
    sql`update platform_tokens set refusal = 'authorization-ended' where social_account_id = ${id}`,
  );
  await becomes(id, 'refused');
  for (const enabled of [false, true])
    await app.call(channelsApi.setSocialAccountEnabled, { body: { id, enabled } }, owner.token);
  await becomes(id, 'online');
});

it('fetches a medium while its handle is valid, and reports another one as expired', async () => {
  const { id } = await add();
  await becomes(id, 'online');
  const hour = 3_600_000;
  const silent = { account: richAccount, text: '' };
  const here = { ...silent, id: 'here', from: 'c1', picture: 'file-1', pictureUntil: clock.now() + hour };
  const over = { ...silent, id: 'over', from: 'c2', picture: 'file-2', pictureUntil: clock.now() - hour };
  expect(await deliverTo(owner, [here, over])).toBe(200);
  const fetched = await until('both', async () => {
    const { list } = await app.call(conversationsApi.deskConversations, { query: {} }, ana.token);
    const found = list.flatMap(({ title, lastMessage }) => {
      const medium = lastMessage?.attachment;
      return lastMessage && medium?.type === 'media' ? [{ id: lastMessage.id, title, medium }] : [];
    });
    return found.length === 2 && found.every(({ medium }) => medium.state !== 'fetching') && found;
  });
  const [first, second] = fetched.toSorted((one, other) => one.title.localeCompare(other.title));
  expect(first?.medium).toMatchObject({ state: 'ready', problem: null });
  expect(second?.medium).toMatchObject({ state: 'failed', problem: 'expired' });
  expect(fetched.some(({ medium }) => 'expiresAt' in medium)).toBe(false);
  const again = { params: { messageId: second?.id ?? '' } };
  expect(await app.send(conversationsApi.retryMessage, again, ana.token)).toMatchObject({
    body: { data: { error: 'message.not-failed' } },
  });
});

it('receives, fetches and sends with tokens that expire meanwhile, each time with one refresh', async () => {
  const { id } = await add();
  await becomes(id, 'online');
  const refreshed = () => authorization.counts.refreshed;
  const deliver = () =>
    deliverTo(owner, [{ account: richAccount, id: 'm1', text: 'Éste', picture: 'file-1' }]);
  authorization.expire();
  authorization.trouble('unavailable');
  expect(await deliver()).toBe(503);
  expect(refreshed()).toBe(1);
  await app.app.database.db.execute(
    sql`update platform_tokens set retry_at = null where social_account_id = ${id}`,
  );
  expect(await deliver()).toBe(200);
  expect(refreshed()).toBe(2);
  const { list } = await app.call(conversationsApi.deskConversations, { query: {} }, ana.token);
  const [{ id: conversationId } = { id: '' }] = list;
  const messages = async () => {
    const request = { params: { conversationId }, query: {} };
    return (await app.call(conversationsApi.deskMessages, request, ana.token)).messages;
  };
  await until('the picture', async () => {
    const [message] = await messages();
    return message?.attachment?.type === 'media' && message.attachment.state === 'ready';
  });
  // Made older, because tokens rejected within seconds would be replaced more slowly.
  await app.app.database.db.execute(
    sql`update platform_tokens set issued_at = now() - interval '1 h' where social_account_id = ${id}`,
  );
  authorization.expire();
  const sent = { id: randomUUID(), text: '¿En azul?', mode: 'original', acceptsPrice: true } as const;
  await app.call(conversationsApi.sendMessage, { params: { conversationId }, body: sent }, ana.token);
  await until('the answer to go out', async () =>
    (await messages()).some((message) => message.id === sent.id && message.delivery === 'sent'),
  );
  expect(authorization.counts).toMatchObject({ refreshed: 3, reused: 0 });
});

it('keeps no token of a deleted account', async () => {
  const { id } = await add();
  expect(await tokens(id)).toHaveLength(1);
  await app.call(channelsApi.deleteSocialAccount, { body: { id } }, owner.token);
  expect(await tokens(id)).toEqual([]);
});
