/** Pairings with a phone, from the code to the account, in a real database. */
import type { Connector } from '@parley/connectors';
import { createRichConnector, RichPlatform } from '@parley/connectors/testing';
import { maxPairings } from '@parley/contract/channels';
import { until } from '@parley/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { transaction } from '../../../base/db/database.ts';
import { systemOrigin } from '../../../base/http/origin.ts';
import { newId } from '../../../base/ids.ts';
import { accountPairings } from '../../../schema/channels/account-pairings.ts';
import { deleteAccount, readOpenCredentials } from '../management.ts';
import { deleteAccountData } from '../service.ts';
import {
  type ChannelsHarness,
  type ChannelsProcess,
  startChannelsHarness,
} from '../testing/channels-harness.ts';
import { type ChannelsWorkspace, openWorkspace } from '../testing/channels-workspace.ts';
import { createPairings } from './run.ts';
import {
  cancelPairing,
  type PairingServiceDeps,
  pairAgain,
  readPairingState,
  startPairing,
} from './service.ts';

const platform = 'whatsapp';
const rich = new RichPlatform();
const { pairings } = rich;
const richConnector = createRichConnector(rich);
// Sound, because its manifest validates credentials before they reach the connector.
const connectors = [{ ...richConnector, manifest: { ...richConnector.manifest, platform } } as Connector];
let harness: ChannelsHarness;
let deps: PairingServiceDeps;
let shop: ChannelsWorkspace;
let agent: string;
let userId: string;
let server: ChannelsProcess;
beforeAll(async () => {
  harness = await startChannelsHarness();
  server = await harness.start({ connectors, soleProcess: true });
  deps = pairingIn(server);
});
beforeEach(async () => {
  shop = await openWorkspace(server);
  agent = await shop.addAgent();
  userId = newId();
});
afterAll(async () => {
  await deps.pairings.stop();
  await harness.close();
});

function pairingIn(process: ChannelsProcess): PairingServiceDeps {
  return { ...process.deps, pairings: createPairings(process.deps) };
}

/** The owner's own app; the installation has none. */
const own = { appSecret: 'the shop’s own' };

const pairer = (by = userId) => ({ userId: by, language: 'en-US', origin: systemOrigin }) as const;
type Given = { at?: PairingServiceDeps; values?: Record<string, string>; in?: ChannelsWorkspace };
const start = ({ at = deps, values = own, in: place = shop }: Given = {}) =>
  startPairing(at, place.workspaceId, { platform, subAccountId: agent, name: 'Phone', values }, pairer());
const again = (id: string) => pairAgain(deps, shop.workspaceId, id, own, pairer());
const now = (id: string, by = userId, at = deps) =>
  readPairingState(at, { workspaceId: shop.workspaceId, id }, by);
const cancel = (id: string, by = userId, at = deps) =>
  cancelPairing(at, { workspaceId: shop.workspaceId, id }, by);

const codeOf = (id: string, at = deps) => until('a code', async () => (await now(id, userId, at)).code?.text);
const becomes = (id: string, state: string) =>
  until(`the pairing to be ${state}`, async () => {
    const pairing = await now(id);
    return pairing.state === state && pairing;
  });

/** Scans and confirms a pairing's code with the phone of this account. Returns how the pairing ends. */
async function pairWith(id: string, account: string) {
  const phone = pairings.scan(await codeOf(id), account);
  if (phone === null) throw new Error('the code is void');
  phone.confirm();
  return until('the end', async () => {
    const pairing = await now(id);
    return pairing.state !== 'code' && pairing.state !== 'scanned' && pairing;
  });
}

const rows = () =>
  harness.database.db
    .select({ state: accountPairings.state, code: accountPairings.code })
    .from(accountPairings)
    .where(eq(accountPairings.workspaceId, shop.workspaceId))
    .orderBy(accountPairings.id);
const handles = async () => (await shop.accounts()).map(({ handle }) => handle);

it('adds the account of the phone that scans its code and confirms', async () => {
  const id = await start({ values: { ...own, deviceName: 'Shop' } });
  expect(await now(id)).toMatchObject({ platform, reason: null });
  const { code } = await becomes(id, 'code');
  expect(code?.validMs).toBeGreaterThan(10_000);
  const [{ code: stored } = { code: null }] = await rows();
  expect(stored).not.toContain(code?.text);
  const phone = pairings.scan(code?.text ?? '', 'phone-1');
  expect((await becomes(id, 'scanned')).code).toBeNull();
  phone?.confirm();
  const { socialAccountId } = await becomes(id, 'paired');
  const paired = { platform, name: 'Phone', handle: 'Phone of phone-1', subAccountId: agent };
  expect(await shop.accounts()).toMatchObject([{ id: socialAccountId, ...paired }]);
  await shop.stateIs(socialAccountId, 'online');
  expect(await rows()).toEqual([{ state: 'paired', code: null }]);
  const open = await readOpenCredentials(deps, shop.workspaceId, socialAccountId);
  expect(open).toMatchObject({ deviceName: 'Shop' });
  expect(JSON.stringify(open)).not.toContain(pairings.devices.at(-1));
});

it('shows renewed codes', async () => {
  const id = await start();
  const first = await codeOf(id);
  pairings.renew();
  await until('the next code', async () => (await codeOf(id)) !== first);
  await cancel(id);
});

it('refuses an account that exists already, and leaves no device on its phone', async () => {
  expect(await pairWith(await start(), 'phone-2')).toMatchObject({ state: 'paired' });
  const before = pairings.devices;
  const second = await pairWith(await start(), 'phone-2');
  expect(second).toMatchObject({ state: 'refused', reason: 'pairing-already-added' });
  await until('the device to be withdrawn', () => pairings.devices.length === before.length);
  expect(pairings.devices).toEqual(before);
  expect(await handles()).toHaveLength(1);
});

it('refuses an account of an app that the installation doesn’t have', async () => {
  const end = await pairWith(await start({ values: {} }), 'phone-8');
  expect(end).toMatchObject({ state: 'refused', reason: 'pairing-app-unknown' });
  expect(await handles()).toEqual([]);
});

it('pairs a refused account again, only with its own phone', async () => {
  const { socialAccountId: id } = await pairWith(await start(), 'phone-3');
  await shop.stateIs(id, 'online');
  pairings.unlink(pairings.devices.at(-1) ?? '');
  await shop.stateIs(id, 'refused', 'device unlinked');
  const other = await pairWith(await again(id), 'phone-4');
  expect(other).toMatchObject({ state: 'refused', reason: 'pairing-other-account' });
  expect(await handles()).toEqual(['Phone of phone-3']);
  const right = await pairWith(await again(id), 'phone-3');
  expect(right).toMatchObject({ state: 'paired', socialAccountId: id });
  await shop.stateIs(id, 'online');
});

it('runs one pairing per account: the next one cancels it', async () => {
  const { socialAccountId: id } = await pairWith(await start(), 'phone-5');
  const [earlier, later] = [await again(id), await again(id)];
  await becomes(earlier, 'cancelled');
  await becomes(later, 'code');
  await cancel(later);
});

it('stores nothing when the phone confirms after the owner has cancelled', async () => {
  const id = await start();
  const phone = pairings.scan(await codeOf(id), 'phone-6');
  await cancel(id);
  expect(await now(id)).toMatchObject({ state: 'cancelled', code: null });
  await until('the end at the platform', () => pairings.underway === 0);
  const before = pairings.devices.length;
  phone?.confirm();
  expect(await now(id)).toMatchObject({ state: 'cancelled' });
  expect(await handles()).toEqual([]);
  expect(pairings.devices.length - before).toBeLessThanOrEqual(1);
  await cancel(id);
  expect(await now(id)).toMatchObject({ state: 'cancelled' });
});

it('answers only the person who has started it', async () => {
  const id = await start();
  await codeOf(id);
  for (const ask of [now, cancel]) await expect(ask(id, newId())).rejects.toThrow('resource.not-found');
  const mine = shop;
  shop = await openWorkspace(server);
  for (const ask of [now, cancel]) await expect(ask(id)).rejects.toThrow('resource.not-found');
  shop = mine;
  expect(await rows()).toMatchObject([{ state: 'code' }]);
  await cancel(id);
});

it('allows three at once in a workspace', async () => {
  const all = await Promise.allSettled(Array.from({ length: 5 }, () => start()));
  const begun = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(begun).toHaveLength(maxPairings);
  for (const one of refused) expect(one).toMatchObject({ error: 'channel.pairings-limit' });
  for (const id of begun) await cancel(id);
  await cancel(await start());
});

it('refuses impossible pairings before asking the platform', async () => {
  await expect(start({ values: { unknown: 'x' } })).rejects.toThrow('request.invalid');
  const site = await shop.addSite(agent);
  await expect(again(site)).rejects.toThrow('channel.no-pairing');
  const other = await openWorkspace(server);
  await expect(start({ in: other })).rejects.toThrow('sub-account.not-found');
  await expect(pairAgain(deps, other.workspaceId, site, {}, pairer())).rejects.toThrow('resource.not-found');
  expect(await rows()).toEqual([]);
  expect(pairings.underway).toBe(0);
});

it('answers and cancels at another process, and ends with the process that runs it', async () => {
  const second = pairingIn(await harness.start({ connectors }));
  const [cancelled, interrupted] = [await start({ at: second }), await start({ at: second })];
  await codeOf(cancelled);
  await codeOf(interrupted);
  await cancel(cancelled);
  await until('the end at the platform', () => pairings.underway === 1);
  await second.pairings.stop();
  expect(await now(interrupted)).toMatchObject({ state: 'interrupted', code: null });
  expect(pairings.underway).toBe(0);
});

it('keeps no pairing of a deleted account', async () => {
  const { socialAccountId: id } = await pairWith(await start(), 'phone-7');
  const { workspaceId } = shop;
  await deleteAccount(deps, workspaceId, id, systemOrigin);
  while (await transaction(harness.database, (tx) => deleteAccountData(tx, workspaceId, id)));
  expect(await rows()).toEqual([]);
});
