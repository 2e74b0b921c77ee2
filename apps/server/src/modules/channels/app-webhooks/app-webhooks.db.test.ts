import { randomUUID } from 'node:crypto';
import type { AppWebhook, Connector } from '@parley/connectors';
import {
  createRichConnector,
  deliveryRequest,
  RichPlatform,
  richAppSecrets,
} from '@parley/connectors/testing';
import { until } from '@parley/testing';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { transaction } from '../../../base/db/database.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import { createMetrics } from '../../../base/metrics.ts';
import { socialAccounts } from '../../../schema/channels.ts';
import { messages } from '../../../schema/conversations.ts';
import { sealCredentials } from '../credentials.ts';
import { channelsMetrics } from '../metrics.ts';
import { insertAccount } from '../store.ts';
import {
  type ChannelsHarness,
  type ChannelsProcess,
  startChannelsHarness,
} from '../testing/channels-harness.ts';
import { openWorkspace } from '../testing/channels-workspace.ts';
import { appColumns } from './app-route.ts';
import { createDeliveryLimiter } from './delivery-limiter.ts';
import { installationApps } from './installation-apps.ts';
import { type AppWebhookDeps, deliverToApp } from './service.ts';

type Place = { workspaceId: WorkspaceId; subAccountId: string };

const platform = 'whatsapp';
// Sound, because `check` validates credentials before they reach the connector.
const rich = createRichConnector(new RichPlatform()) as Connector;
const installation = { platform, appId: 'app-1', workspaceId: null };
const named = { ...rich, manifest: { ...rich.manifest, platform, webhookAnswerMs: 20_000 } };
const apps = installationApps([{ platform, id: 'app-1', secrets: richAppSecrets }], { get: () => named });

let harness: ChannelsHarness;
let server: ChannelsProcess;
let ana: Place;
let bo: Place;
let deps: AppWebhookDeps;
/** The accounts that fail to receive their next events. */
let failing: Set<string>;

beforeAll(async () => {
  harness = await startChannelsHarness();
  server = await harness.start({ soleProcess: true });
});
afterAll(() => harness.close());

beforeEach(async () => {
  failing = new Set();
  // Accounts of earlier tests have the same names.
  await harness.database.db.update(socialAccounts).set({ enabled: false, externalId: sql`id::text` });
  const place = async (): Promise<Place> => {
    const { workspaceId, addAgent } = await openWorkspace(server);
    return { workspaceId, subAccountId: await addAgent() };
  };
  [ana, bo] = [await place(), await place()];
  deps = {
    ...server.deps,
    connectors: connectorsOf({}),
    metrics: channelsMetrics(createMetrics()),
    installationApps: apps,
    underWay: createDeliveryLimiter(),
  };
});

/** The rich connector, whose accounts fail on the test's demand. */
function connectorsOf({ answerMs = 20_000 }: { answerMs?: number }) {
  if (!named.app) throw new Error('the rich platform has an app');
  const connector: Connector = {
    ...named,
    manifest: { ...named.manifest, webhookAnswerMs: answerMs },
    app: { ...named.app, receive: failingAtTimes(named.app.receive) },
  };
  return { get: (name: string) => (name === platform ? connector : undefined), all: () => [connector] };
}

function failingAtTimes(receive: AppWebhook['receive']): AppWebhook['receive'] {
  const named = z.object({ account: z.string() });
  return async (events, credentials, host) => {
    if (failing.has(named.parse(credentials).account)) throw new Error('not now');
    await receive(events, credentials, host);
  };
}

/** Adds an account of the installation's app, or of the owner's own. */
async function add(
  { workspaceId, subAccountId }: Place,
  account: string,
  appSecret?: string,
): Promise<string> {
  const id = newId();
  const credentials = { token: 'right', account, ...(appSecret && { appSecret }) };
  await transaction(harness.database, (tx) =>
    insertAccount(tx, {
      workspaceId,
      id,
      platform,
      name: account,
      externalId: account,
      handle: account,
      subAccountId,
      credentials: sealCredentials(deps.secrets, id, credentials),
      ...appColumns(named, credentials, apps),
    }),
  );
  return id;
}

async function textsOf(id: string): Promise<string[]> {
  const rows = await harness.database.db
    .select({ original: messages.original })
    .from(messages)
    .where(eq(messages.socialAccountId, id))
    .orderBy(messages.createdAt, messages.seq);
  return rows.map(({ original }) => original);
}

const delivery = (texts: Record<string, string>, secret = richAppSecrets.secret) =>
  deliveryRequest(
    secret,
    Object.entries(texts).map(([account, text]) => ({ account, id: randomUUID(), text })),
  );

async function dropped() {
  const { values } = await deps.metrics.appEventsDropped.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.reason, value]));
}

it('delivers each account of each workspace its own events, once, however often they are sent', async () => {
  const [first, second, others] = [await add(ana, '101'), await add(ana, '102'), await add(bo, '201')];
  const request = delivery({ '101': 'to Ana', '102': 'to Ana’s second', '201': 'to Bo' });
  for (let time = 0; time < 3; time += 1)
    expect(await deliverToApp(deps, installation, request)).toEqual({ status: 200 });
  expect(await textsOf(first)).toEqual(['to Ana']);
  expect(await textsOf(second)).toEqual(['to Ana’s second']);
  expect(await textsOf(others)).toEqual(['to Bo']);
  expect(await dropped()).toEqual({});
});

it('answers 200 for unknown or disabled accounts, and counts their events', async () => {
  const [known, off] = [await add(ana, '101'), await add(bo, '202')];
  await harness.database.db.update(socialAccounts).set({ enabled: false }).where(eq(socialAccounts.id, off));
  const request = delivery({ '101': 'Hola', '202': 'Salut', '999': 'Ciao' });
  expect(await deliverToApp(deps, installation, request)).toEqual({ status: 200 });
  expect(await textsOf(known)).toEqual(['Hola']);
  expect(await textsOf(off)).toEqual([]);
  expect(await dropped()).toEqual({ unknown: 1, off: 1 });
});

it('limits an owner’s own app to the accounts of that workspace that use it', async () => {
  const [installations, own, others] = [
    await add(ana, '101'),
    await add(ana, '103', 'ana’s'),
    await add(bo, '203', 'bo’s'),
  ];
  const texts = { '101': 'one', '103': 'two', '203': 'three' };
  const ofAna = { ...installation, workspaceId: ana.workspaceId };
  expect(await deliverToApp(deps, ofAna, delivery(texts, 'ana’s'))).toEqual({ status: 200 });
  expect([await textsOf(installations), await textsOf(own), await textsOf(others)]).toEqual([
    [],
    ['two'],
    [],
  ]);
  expect(await dropped()).toEqual({ unknown: 2 });
  expect(await deliverToApp(deps, installation, delivery({ '103': 'four' }))).toEqual({ status: 200 });
  expect(await textsOf(own)).toEqual(['two']);
});

it('accepts both secrets while an owner replaces them account by account', async () => {
  const [old, renewed] = [await add(ana, '104', 'old'), await add(ana, '105', 'new')];
  const ofAna = { ...installation, workspaceId: ana.workspaceId };
  for (const secret of ['old', 'new'])
    await deliverToApp(deps, ofAna, delivery({ '104': `by ${secret}`, '105': `by ${secret}` }, secret));
  expect([await textsOf(old), await textsOf(renewed)]).toEqual([
    ['by old', 'by new'],
    ['by old', 'by new'],
  ]);
});

it('answers a wrong signature and an unknown app identically', async () => {
  const id = await add(ana, '101');
  const forged = delivery({ '101': 'forged' }, 'guessed');
  const nobodys = { ...installation, workspaceId: bo.workspaceId };
  const answers = [
    await deliverToApp(deps, installation, forged),
    await deliverToApp(deps, { ...installation, appId: 'app-9' }, forged),
    await deliverToApp(deps, nobodys, forged),
  ];
  expect(answers).toEqual([{ status: 403 }, { status: 403 }, { status: 403 }]);
  await expect(deliverToApp(deps, { ...installation, platform: 'xmpp' }, forged)).rejects.toThrow(
    'not-found',
  );
  expect(await textsOf(id)).toEqual([]);
});

it('requests a repeat of a delivery that failed in part, and duplicates nothing', async () => {
  const [first, second] = [await add(ana, '101'), await add(bo, '201')];
  const request = delivery({ '101': 'Hola', '201': 'Salut' });
  failing.add('201');
  expect(await deliverToApp(deps, installation, request)).toEqual({ status: 503 });
  expect([await textsOf(first), await textsOf(second)]).toEqual([['Hola'], []]);
  failing.clear();
  expect(await deliverToApp(deps, installation, request)).toEqual({ status: 200 });
  expect([await textsOf(first), await textsOf(second)]).toEqual([['Hola'], ['Salut']]);
});

it('answers 503 within the platform’s time while the database is slow, and stores the message once', async () => {
  const id = await add(ana, '101');
  const request = delivery({ '101': 'slowly' });
  deps = { ...deps, connectors: connectorsOf({ answerMs: 200 }) };
  let startedAt = 0;
  await transaction(harness.database, async (tx) => {
    await tx.db.execute(sql`lock table messages in access exclusive mode`);
    startedAt = performance.now();
    expect(await deliverToApp(deps, installation, request)).toEqual({ status: 503 });
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(145);
  });
  await until('the work to end', async () => (await textsOf(id)).length > 0);
  expect(await deliverToApp({ ...deps, connectors: connectorsOf({}) }, installation, request)).toEqual({
    status: 200,
  });
  expect(await textsOf(id)).toEqual(['slowly']);
});
