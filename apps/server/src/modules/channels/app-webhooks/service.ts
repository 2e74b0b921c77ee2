/** Distributes the events of an app's delivery to the accounts that they name. */
import type { AppEvent, Connector, WebhookAnswer, WebhookRequest } from '@parley/connectors';
import { attributedCall } from '../../../base/attribution.ts';
import { AppError } from '../../../base/http/app-error.ts';
import { createAccountHost, noListener } from '../account-host.ts';
import { openCredentials } from '../credentials.ts';
import { findPublicAccounts, type OpenAccount } from '../open-accounts/queries.ts';
import { disableFailed, type WebhookDeps } from '../service.ts';
import { AnswerTimeout, answerLimitOf, retryLaterAnswer, startAnswerDeadline } from './answer-deadline.ts';
import { type AppRoute, pathOfApp } from './app-route.ts';
import type { DeliveryLimiter } from './delivery-limiter.ts';
import type { InstallationApps } from './installation-apps.ts';
import * as store from './store.ts';
import { verifyAppDelivery } from './verify-app-delivery.ts';

export type AppWebhookDeps = WebhookDeps & { installationApps: InstallationApps; underWay: DeliveryLimiter };

/** Each account of an owner's app stores the app's secret; they differ while a secret is being replaced. */
const maxSecrets = 50;
/** Most events of one delivery. Meta puts up to 1,000 into one. */
const maxEvents = 2_000;

type AppConnector = Connector & { app: NonNullable<Connector['app']> };

/** Answers a delivery for an app: 200 only when the events of all accounts are durable. */
export async function deliverToApp(
  deps: AppWebhookDeps,
  route: AppRoute,
  request: WebhookRequest,
): Promise<WebhookAnswer> {
  const { clock, log, metrics, underWay } = deps;
  const { platform } = route;
  const connector = deps.connectors.get(platform);
  if (!hasApp(connector)) throw new AppError('resource.not-found');
  const counted = (result: string, answer: WebhookAnswer) => {
    metrics.appDeliveries.inc({ platform, result });
    return answer;
  };
  const inTime = startAnswerDeadline(clock, (err) =>
    log.warn({ err, platform }, 'an app’s delivery failed after its answer'),
  );
  const work = underWay.start(pathOfApp(route), () => handOut(deps, connector, route, request));
  if (work === null) return counted('busy', retryLaterAnswer);
  try {
    const answer = await inTime(answerLimitOf(connector), work);
    return counted(answer.status < 300 ? 'accepted' : `${answer.status}`, answer);
  } catch (error) {
    if (error instanceof AnswerTimeout) return counted('late', retryLaterAnswer);
    throw error;
  }
}

const hasApp = (connector: Connector | undefined): connector is AppConnector => connector?.app !== undefined;

async function handOut(
  deps: AppWebhookDeps,
  { app }: AppConnector,
  route: AppRoute,
  request: WebhookRequest,
): Promise<WebhookAnswer> {
  const delivery = verifyAppDelivery(app, await secretsOf(deps, app, route), request);
  switch (delivery.kind) {
    // An unknown app is answered like a wrong signature, so that strangers can't probe for apps.
    case 'refused':
      return { status: 403 };
    case 'unreadable':
      return { status: 400 };
    case 'answer':
      return delivery.answer;
  }
  const { events, answer = { status: 200 } } = delivery;
  if (events.length > maxEvents) return { status: 413 };
  const byAccount = Map.groupBy(events, ({ account }) => account);
  const receivers = await findReceivers(deps, route, byAccount);
  const results = await Promise.allSettled(
    receivers.map(({ account, events: own }) => receive(deps, app, account, own)),
  );
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (failures.length === 0) return answer;
  deps.log.warn(
    { err: failures[0], platform: route.platform, failed: failures.length, accounts: receivers.length },
    'an app’s delivery could not be accepted whole',
  );
  return retryLaterAnswer;
}

async function secretsOf(
  { database, secrets, installationApps }: AppWebhookDeps,
  app: AppConnector['app'],
  route: AppRoute,
): Promise<unknown[]> {
  if (route.workspaceId === null) {
    const known = installationApps.secretsOf(route.platform, route.appId);
    return known === undefined ? [] : [known];
  }
  const sealed = await store.findAppCredentials(database, route, maxSecrets);
  const own = sealed.flatMap((account) => {
    const opened = openedOrNull({ secrets }, account);
    return opened === null ? [] : (app.ownSecrets(opened) ?? []);
  });
  const distinct = new Map(own.map((one) => [JSON.stringify(one), one]));
  return [...distinct.values()];
}

/** Returns null for unreadable credentials, so that they don't block the events of other accounts. */
function openedOrNull(
  { secrets }: Pick<AppWebhookDeps, 'secrets'>,
  account: Parameters<typeof openCredentials>[1],
): unknown {
  try {
    return openCredentials(secrets, account);
  } catch {
    return null;
  }
}

type Receiver = { account: OpenAccount; events: readonly AppEvent[] };

/**
 * Returns the receiving accounts. Events of unknown or disabled accounts are counted and dropped, so that others aren't
 * delayed.
 */
async function findReceivers(
  { database, metrics, log }: AppWebhookDeps,
  route: AppRoute,
  byAccount: ReadonlyMap<string, readonly AppEvent[]>,
): Promise<Receiver[]> {
  const known = await store.findAppAccounts(database, route, [...byAccount.keys()]);
  const ids = known.map(({ id }) => id);
  const open = ids.length === 0 ? [] : await findPublicAccounts(database, ids);
  const names = new Set(known.map(({ externalId }) => externalId));
  const opened = new Set(open.map(({ externalId }) => externalId));
  const { platform } = route;
  for (const [reason, isDropped] of [
    ['unknown', (name: string) => !names.has(name)],
    ['off', (name: string) => names.has(name) && !opened.has(name)],
  ] as const) {
    const dropped = [...byAccount].filter(([name]) => isDropped(name));
    const count = dropped.reduce((sum, [, events]) => sum + events.length, 0);
    if (count === 0) continue;
    metrics.appEventsDropped.inc({ platform, reason }, count);
    log.debug({ platform, reason, count }, 'events of an app were dropped');
  }
  return open.map((account) => ({ account, events: byAccount.get(account.externalId) ?? [] }));
}

async function receive(
  deps: AppWebhookDeps,
  app: AppConnector['app'],
  account: OpenAccount,
  events: readonly AppEvent[],
): Promise<void> {
  const egress = (await deps.proxies.findEgress(deps.database, [account])).get(account.id);
  const credentials = openedOrNull(deps, account);
  // The chosen proxy no longer exists, and the account must not connect directly; or its credentials can't be read any
  // more.
  if (egress === undefined || egress.kind === 'missing' || credentials === null) {
    deps.metrics.appEventsDropped.inc({ platform: account.platform, reason: 'off' }, events.length);
    return;
  }
  const network = egress.kind === 'proxy' ? egress.network : deps.network;
  const host = createAccountHost({ ...deps, network }, account, noListener);
  const blame = (error: unknown) => void disableFailed(deps, account, error);
  const payloads = events.map(({ payload }) => payload);
  await attributedCall(blame, () => app.receive(payloads, credentials, host));
}
