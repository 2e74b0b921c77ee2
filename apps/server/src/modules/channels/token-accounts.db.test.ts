/** Social accounts of a platform with refreshed tokens, from the form to the end of the authorization. */
import { type RichAuthorization, startRichAuthorization } from '@parley/connectors/testing';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { systemOrigin } from '../../base/http/origin.ts';
import { createNetwork } from '../../base/network.ts';
import { platformTokens } from '../../schema/channels/platform-tokens.ts';
import { deleteAccount, replaceCredentials } from './management.ts';
import { fetchTemplates } from './templates/fetch-templates.ts';
import {
  type ChannelsHarness,
  type ChannelsProcess,
  startChannelsHarness,
} from './testing/channels-harness.ts';
import { type ChannelsWorkspace, openWorkspace } from './testing/channels-workspace.ts';
import { richConnector } from './testing/token-world.ts';

const platform = 'whatsapp';
let harness: ChannelsHarness;
let server: ChannelsProcess;
let authorization: RichAuthorization;
let shop: ChannelsWorkspace;
let agent: string;
beforeAll(async () => {
  harness = await startChannelsHarness();
  const connectors = [{ ...richConnector, manifest: { ...richConnector.manifest, platform } }];
  // The authorization server is on this machine.
  const network = createNetwork({ inward: true });
  server = await harness.start({ connectors, network, soleProcess: true });
});
beforeEach(async () => {
  authorization = await startRichAuthorization();
  shop = await openWorkspace(server);
  agent = await shop.addAgent();
});
afterEach(() => authorization.close());
afterAll(() => harness.close());

/** The credentials as an owner enters them. */
const credentialsOf = (refreshToken: string) => ({
  token: 'right',
  server: authorization.url,
  refreshToken,
  appSecret: 'the shop’s own',
});
const add = (credentials = credentialsOf(authorization.grant())) =>
  shop.add({ platform, subAccountId: agent, name: 'Shop', credentials });
const tokens = () =>
  harness.database.db.select().from(platformTokens).where(eq(platformTokens.workspaceId, shop.workspaceId));
const changeTokens = (id: string, change: object) =>
  harness.database.db.update(platformTokens).set(change).where(eq(platformTokens.socialAccountId, id));
const fetch = (id: string) =>
  fetchTemplates(server.deps, { workspaceId: shop.workspaceId, id }, new AbortController().signal);

it('stores the tokens of its check with the account, and comes online with them', async () => {
  const id = await add();
  await shop.stateIs(id, 'online');
  expect(await tokens()).toMatchObject([{ socialAccountId: id, version: 1 }]);
  expect(await fetch(id)).toMatchObject({ problem: null });
  expect(authorization.counts).toMatchObject({ refreshed: 1, reused: 0 });
});

it('stores nothing of an account that is refused or exists already', async () => {
  const id = await add();
  await expect(add()).rejects.toMatchObject({ error: 'channel.already-added' });
  await expect(add(credentialsOf('no-grant'))).rejects.toMatchObject({ error: 'channel.refused' });
  expect(await tokens()).toMatchObject([{ socialAccountId: id }]);
});

it('shows the reason when the platform issues no more tokens, and works again with new credentials', async () => {
  const id = await add();
  await shop.stateIs(id, 'online');
  authorization.revoke();
  await changeTokens(id, { refreshAt: sql`now()` });
  // Tokens are refreshed every few seconds.
  harness.clock.advance(5_000);
  await shop.stateIs(id, 'refused', 'authorization-ended: invalid_grant, The grant is over');
  const { asked } = authorization.counts;
  expect(await fetch(id)).toMatchObject({ problem: expect.stringMatching(/^authorization-ended/) });
  expect(authorization.counts.asked).toBe(asked);
  const credentials = credentialsOf(authorization.grant());
  await replaceCredentials(server.deps, shop.workspaceId, id, credentials, shop.requester);
  await shop.stateIs(id, 'online');
});

it('asks the platform again when its owner disables and enables it', async () => {
  const id = await add();
  await shop.stateIs(id, 'online');
  // Simulates a wrong refusal of the platform.
  await changeTokens(id, { refusal: 'authorization-ended' });
  await shop.stateIs(id, 'refused', 'authorization-ended');
  for (const enabled of [false, true]) await shop.enable(id, enabled);
  await shop.stateIs(id, 'online');
});

it('keeps no token of a deleted account', async () => {
  const id = await add();
  expect(await tokens()).toHaveLength(1);
  await deleteAccount(server.deps, shop.workspaceId, id, systemOrigin);
  expect(await tokens()).toEqual([]);
});
