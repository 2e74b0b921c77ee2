/** Social accounts and their connections to the platforms, the website chat included. */
import { type Connector, createConnectors } from '@parley/connectors';
import type { FastifyInstance } from 'fastify';
import type { Mount } from '../../base/http/mount.ts';
import type { Metrics } from '../../base/metrics.ts';
import type { Queue } from '../../base/queue/queue.ts';
import type { EgressAccount } from '../proxies/index.ts';
import { networkOf } from './account-network.ts';
import { handlePairingJobs } from './account-pairings/jobs.ts';
import { createPairings } from './account-pairings/run.ts';
import { followAgentActs } from './agent-acts.ts';
import { createDeliveryLimiter } from './app-webhooks/delivery-limiter.ts';
import { type ConfiguredApps, installationApps } from './app-webhooks/installation-apps.ts';
import { type Connections, createConnections } from './connections.ts';
import { handleImportJobs } from './history-imports/run.ts';
import { handleMediaJobs } from './inbound-media.ts';
import { channelsMetrics } from './metrics.ts';
import { findStreamedAccounts } from './open-accounts/queries.ts';
import { createMessageFiles } from './outbound-media.ts';
import { createTokenKeeper } from './platform-tokens/token-keeper.ts';
import { handleLinkJobs } from './public-links/fetch-links.ts';
import { handlePurgeJobs } from './purges/jobs.ts';
import { createRepeatedFailures } from './quarantine/repeated-failures.ts';
import { registerQuarantineRoutes } from './quarantine/routes.ts';
import { registerRoutes as registerAccountRoutes } from './routes.ts';
import type { ConnectionsDeps } from './session/reconcile.ts';
import { findAccount } from './store.ts';
import { handleTemplateJobs } from './templates/fetch-templates.ts';
import { handleRatingJobs } from './visitor-ratings.ts';
import { registerVisitorRoutes } from './visitor-routes.ts';
import type { VisitorDeps } from './visitor-site.ts';
import { registerVisitorStream } from './visitor-stream.ts';
import { createVisitors } from './visitors.ts';
import { registerWebhookRoutes } from './webhook-routes.ts';

export { channelSettings, channelsEnvironment } from './app-webhooks/installation-apps.ts';
export {
  type DeleteAccountData,
  type DeleteAccountsDeps,
  deleteAccountsOf,
  handleJobs,
} from './management.ts';
export { takesMedia } from './outbound-media.ts';
export { clearLapsedNotices } from './purges/service.ts';
export { canLeaveGroups, sendRulesOf } from './send-rules.ts';
export { deleteAccountData, deleteSubAccountData } from './service.ts';

export type ExtraConnectors = readonly Connector[];

/** `refresh` must be called after a change that affects sessions. Other processes notice it within a second. */
export type Channels = Pick<Connections, 'start' | 'stop' | 'refresh'> & {
  registerRoutes(app: FastifyInstance, mount: Mount): Promise<void>;
};

/** Interval of the poll for closed sites, which catches lost signals and streams that were only about to open. */
const lookForClosedSitesMs = 20_000;

type Given = Omit<
  ConnectionsDeps,
  'connectors' | 'repeatedFailures' | 'platformTokens' | 'metrics' | 'messageFiles'
> &
  Pick<
    VisitorDeps,
    | 'tokens'
    | 'admission'
    | 'rateLimitFactor'
    | 'fileStore'
    | 'mediaInspector'
    | 'fileAddresses'
    | 'sensitiveWords'
  > & {
    metrics: Metrics;
    queue: Queue;
    /** The apps registered for the whole installation at platforms. */
    platformApps: ConfiguredApps;
    moreConnectors: ExtraConnectors;
  };

/** Throws an `Error` whose message begins with the variable's name when the configured apps are invalid. */
export function createChannels(given: Given): Channels {
  const deps = createDeps(given);
  const { connections, visitors, pairings, queue } = deps;
  visitors.follow(deps.conversations);
  followAgentActs(deps);
  handleChannelJobs(queue, deps);
  let timer: NodeJS.Timeout | null = null;
  return {
    async start() {
      await connections.start();
      timer = setInterval(visitors.endClosed, lookForClosedSitesMs);
    },
    async stop() {
      if (timer) clearInterval(timer);
      await Promise.all([pairings.stop(), connections.stop()]);
    },
    refresh: connections.refresh,
    async registerRoutes(app, mount) {
      registerAccountRoutes(mount, deps);
      registerQuarantineRoutes(mount, {
        ...deps,
        findAccount: (workspaceId, id) => findAccount(deps.database, workspaceId, id),
      });
      registerVisitorRoutes(mount, deps);
      registerVisitorStream(app, deps);
      await registerWebhookRoutes(app, { ...deps, underWay: createDeliveryLimiter() });
    },
  };
}

function createDeps(given: Given) {
  const messageFiles = createMessageFiles(given);
  const base = { ...given, messageFiles, metrics: channelsMetrics(given.metrics) };
  const { realtime, log, database } = base;
  const visitors = createVisitors({
    realtime,
    log,
    findOpenSites: (ids) => findStreamedAccounts(database, ids),
  });
  const connectors = createConnectors({ webchat: visitors.hooks, others: given.moreConnectors });
  const apps = installationApps(given.platformApps, connectors);
  const repeatedFailures = createRepeatedFailures(base.clock.now);
  const networkOfAccount = (account: EgressAccount) => networkOf(base, account);
  const platformTokens = createTokenKeeper({ ...base, connectors, networkOf: networkOfAccount });
  const shared = { ...base, connectors, repeatedFailures, platformTokens };
  const made = createConnections(shared);
  const connections: Connections = {
    ...made,
    async refresh() {
      visitors.sitesChanged();
      await made.refresh();
    },
  };
  const whole = { ...shared, connections, installationApps: apps };
  return { ...whole, visitors, pairings: createPairings(whole) };
}

function handleChannelJobs(
  queue: Queue,
  deps: Parameters<typeof handleMediaJobs>[1] &
    Parameters<typeof handleImportJobs>[1] &
    Parameters<typeof handlePurgeJobs>[1] &
    Parameters<typeof handleRatingJobs>[1],
): void {
  handleMediaJobs(queue, deps);
  handleTemplateJobs(queue, deps);
  handleImportJobs(queue, deps);
  handleLinkJobs(queue, deps);
  handlePairingJobs(queue, deps);
  handlePurgeJobs(queue, deps);
  handleRatingJobs(queue, deps);
}

/** Mounts the endpoints of the service that app.ts created. */
export function registerRoutes(
  mount: Mount,
  { edge, channels }: { edge: FastifyInstance; channels: Channels },
): Promise<void> {
  return channels.registerRoutes(edge, mount);
}
