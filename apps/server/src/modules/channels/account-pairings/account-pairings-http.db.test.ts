/** Pairings over HTTP, with the rich platform registered as an additional one. */
import type { Connector } from '@parley/connectors';
import { createRichConnector, RichPlatform } from '@parley/connectors/testing';
import * as auditApi from '@parley/contract/audit';
import * as channelsApi from '@parley/contract/channels';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../../base/log.ts';
import { startTestApp, type TestApp } from '../../../testing/test-app.ts';
import type { TestAgent, TestOwner } from '../../../testing/test-people.ts';

const platform = 'whatsapp';
const rich = new RichPlatform();
const { pairings } = rich;
const richConnector = createRichConnector(rich);
// Sound, because its manifest validates credentials before they reach the connector.
const connectors = [{ ...richConnector, manifest: { ...richConnector.manifest, platform } } as Connector];
const lines: string[] = [];
let app: TestApp;
let owner: TestOwner;
let ana: TestAgent;
beforeAll(async () => {
  const log = createLog('trace', { write: (line: string) => void lines.push(line) });
  app = await startTestApp({ connectors, log });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.registerOwner();
  ana = await app.createSubAccount(owner);
});

/** The owner's own app; the installation has none. */
const own = { appSecret: 'the shop’s own' };

type Pairing = channelsApi.AccountPairing;

const start = (given: { at?: TestApp; values?: Record<string, string>; by?: TestOwner } = {}) => {
  const { at = app, values = own, by = owner } = given;
  const body = { platform, subAccountId: ana.subAccountId, name: 'Phone', values } as const;
  return at.call(channelsApi.startAccountPairing, { body }, by.token);
};
const again = (id: string) =>
  app.call(channelsApi.pairAccountAgain, { body: { id, values: own } }, owner.token);
const now = (pairingId: string, by = owner, at = app) =>
  at.call(channelsApi.accountPairingNow, { params: { pairingId } }, by.token);
const cancel = (pairingId: string, by = owner, at = app) =>
  at.call(channelsApi.cancelAccountPairing, { params: { pairingId } }, by.token);

const codeOf = (id: string, at = app) => until('a code', async () => (await now(id, owner, at)).code?.text);
const becomes = (id: string, state: Pairing['state']) =>
  until(`the pairing to be ${state}`, async () => {
    const pairing = await now(id);
    return pairing.state === state && pairing;
  });

/** Scans and confirms a pairing's code with the phone of this account. */
async function pairWith(id: string, account: string): Promise<void> {
  const phone = pairings.scan(await codeOf(id), account);
  if (phone === null) throw new Error('the code is void');
  phone.confirm();
}

async function accounts(): Promise<channelsApi.SocialAccount[]> {
  return (await app.call(channelsApi.socialAccountPage, { query: {} }, owner.token)).list;
}
const isOnline = (id: string) =>
  until('the account to be online', async () =>
    (await accounts()).some((one) => one.id === id && one.state === 'online'),
  );
const rows = async () => {
  const { rows: all } = await app.app.database.db.execute<{ state: string; code: string | null }>(
    sql`select state, code from account_pairings where workspace_id = ${owner.workspaceId} order by id`,
  );
  return all;
};

it('adds the account of the phone that scans its code and confirms', async () => {
  const { id, ...begun } = await start({ values: { ...own, deviceName: 'Shop' } });
  expect(begun).toMatchObject({ platform, account: null, reason: null });
  const { code } = await becomes(id, 'code');
  expect(code?.validMs).toBeGreaterThan(10_000);
  const [{ code: stored } = { code: null }] = await rows();
  expect(stored).not.toContain(code?.text);
  const phone = pairings.scan(code?.text ?? '', 'phone-1');
  expect((await becomes(id, 'scanned')).code).toBeNull();
  phone?.confirm();
  const { account } = await becomes(id, 'paired');
  expect(account).toMatchObject({
    platform,
    name: 'Phone',
    handle: 'Phone of phone-1',
    subAccountId: ana.subAccountId,
    pairs: true,
  });
  await isOnline(account?.id ?? '');
  expect(await accounts()).toHaveLength(1);
  expect(await rows()).toEqual([{ state: 'paired', code: null }]);
  const { list } = await app.call(auditApi.auditLogPage, { query: {} }, owner.token);
  const acts = list.filter(({ action }) => action.startsWith('social-account'));
  expect(acts.map(({ action, details }) => [action, details])).toEqual([
    ['social-account.created', { platform }],
    ['social-account.pairing-started', { platform, again: false }],
  ]);
  const open = await app.call(
    channelsApi.socialAccountCredentials,
    { query: { id: account?.id ?? '' } },
    owner.token,
  );
  expect(open.values).toMatchObject({ deviceName: 'Shop' });
  expect(JSON.stringify(open)).not.toContain(pairings.devices[0]);
  expect(lines.some((line) => line.includes(channelsApi.startAccountPairing.path))).toBe(true);
  const secrets = [code?.text ?? '?', ...pairings.devices];
  expect(lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
});

it('shows renewed codes', async () => {
  const { id } = await start();
  const first = await codeOf(id);
  pairings.renew();
  await until('the next code', async () => (await codeOf(id)) !== first);
  await cancel(id);
});

it('refuses an account that exists already, and leaves no device on its phone', async () => {
  const { id } = await start();
  await pairWith(id, 'phone-2');
  await becomes(id, 'paired');
  const before = pairings.devices;
  const second = await start();
  await pairWith(second.id, 'phone-2');
  expect((await becomes(second.id, 'refused')).reason).toBe('pairing-already-added');
  await until('the device to be withdrawn', () => pairings.devices.length === before.length);
  expect(pairings.devices).toEqual(before);
  expect(await accounts()).toHaveLength(1);
});

it('refuses an account of an app that the installation doesn’t have', async () => {
  const { id } = await start({ values: {} });
  await pairWith(id, 'phone-8');
  expect((await becomes(id, 'refused')).reason).toBe('pairing-app-unknown');
  expect(await accounts()).toEqual([]);
});

it('pairs a refused account again, only with its own phone', async () => {
  const first = await start();
  await pairWith(first.id, 'phone-3');
  const id = (await becomes(first.id, 'paired')).account?.id ?? '';
  await isOnline(id);
  pairings.unlink(pairings.devices.at(-1) ?? '');
  await until('the refusal', async () =>
    (await accounts()).some(
      ({ state, stateReason }) => state === 'refused' && stateReason === 'device unlinked',
    ),
  );
  const other = await again(id);
  await pairWith(other.id, 'phone-4');
  expect((await becomes(other.id, 'refused')).reason).toBe('pairing-other-account');
  expect((await accounts()).map(({ handle }) => handle)).toEqual(['Phone of phone-3']);
  const right = await again(id);
  await pairWith(right.id, 'phone-3');
  expect((await becomes(right.id, 'paired')).account?.id).toBe(id);
  await isOnline(id);
  const { list } = await app.call(auditApi.auditLogPage, { query: {} }, owner.token);
  expect(list.map(({ action }) => action)).toContain('social-account.credentials-changed');
});

it('runs one pairing per account: the next one cancels it', async () => {
  const first = await start();
  await pairWith(first.id, 'phone-5');
  const id = (await becomes(first.id, 'paired')).account?.id ?? '';
  const earlier = await again(id);
  const later = await again(id);
  await becomes(earlier.id, 'cancelled');
  await becomes(later.id, 'code');
  await cancel(later.id);
});

it('stores nothing when the phone confirms after the owner has cancelled', async () => {
  const { id } = await start();
  const phone = pairings.scan(await codeOf(id), 'phone-6');
  expect(await cancel(id)).toMatchObject({ state: 'cancelled', code: null });
  await until('the end at the platform', () => pairings.underway === 0);
  const before = pairings.devices.length;
  phone?.confirm();
  expect(await now(id)).toMatchObject({ state: 'cancelled', account: null });
  expect(await accounts()).toEqual([]);
  expect(pairings.devices.length - before).toBeLessThanOrEqual(1);
  expect(await cancel(id)).toMatchObject({ state: 'cancelled' });
});

it('answers only the person who has started it', async () => {
  const { id } = await start();
  await codeOf(id);
  const other = await app.registerOwner();
  for (const ask of [now, cancel]) await expect(ask(id, other)).rejects.toMatchObject({ status: 404 });
  // Another person of the same workspace.
  await app.app.database.db.execute(
    sql`update account_pairings set started_by = ${other.userId} where id = ${id}`,
  );
  for (const ask of [now, cancel]) await expect(ask(id)).rejects.toMatchObject({ status: 404 });
  expect(await rows()).toMatchObject([{ state: 'code' }]);
  await app.app.database.db.execute(
    sql`update account_pairings set started_by = ${owner.userId} where id = ${id}`,
  );
  await cancel(id);
});

it('allows three at once in a workspace', async () => {
  const all = await Promise.allSettled(Array.from({ length: 5 }, () => start()));
  const begun = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
  const refused = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  expect(begun).toHaveLength(channelsApi.mostPairings);
  for (const one of refused) expect(one).toMatchObject({ error: 'channel.pairings-limit' });
  for (const id of begun) await cancel(id);
  await cancel((await start()).id);
});

it('refuses impossible pairings before asking the platform', async () => {
  await expect(start({ values: { unknown: 'x' } })).rejects.toMatchObject({ status: 400 });
  const site = await app.addWebchat(owner, ana.subAccountId);
  await expect(again(site)).rejects.toMatchObject({ error: 'channel.no-pairing' });
  const other = await app.registerOwner();
  await expect(start({ by: other })).rejects.toMatchObject({ error: 'sub-account.not-found' });
  const body = { id: site, values: {} };
  await expect(app.call(channelsApi.pairAccountAgain, { body }, other.token)).rejects.toMatchObject({
    status: 404,
  });
  expect(await rows()).toEqual([]);
  expect(pairings.underway).toBe(0);
});

it('answers and cancels at another process, and ends with the process that runs it', async () => {
  const second = await startTestApp({ connectors, databaseUrl: app.databaseUrl });
  try {
    const [cancelled, interrupted] = [await start({ at: second }), await start({ at: second })];
    await codeOf(cancelled.id);
    await codeOf(interrupted.id);
    await cancel(cancelled.id);
    await until('the end at the platform', () => pairings.underway === 1);
    await second.app.close();
    expect(await now(interrupted.id)).toMatchObject({ state: 'interrupted', code: null });
    expect(pairings.underway).toBe(0);
  } finally {
    await second.close();
  }
});

it('keeps no pairing of a deleted account', async () => {
  const { id } = await start();
  await pairWith(id, 'phone-7');
  const { account } = await becomes(id, 'paired');
  await app.call(channelsApi.deleteSocialAccount, { body: { id: account?.id ?? '' } }, owner.token);
  await until('the deletion', async () => (await rows()).length === 0);
});
