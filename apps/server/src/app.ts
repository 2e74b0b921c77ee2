/**
 * Composes the modules: their list, their dependencies, and the order in which they start and stop. The only file that imports
 * all of them.
 */
import type { RedisClientType } from 'redis';
import { z } from 'zod';
import { type Clock, systemClock } from './base/clock.ts';
import { createSecretBox } from './base/crypto/secrets.ts';
import { connectAtStart, connectHeartbeat, type Database } from './base/db/database.ts';
import { ignorePostgresVariables } from './base/db/postgres-variables.ts';
import { filesEnvironment, openFiles } from './base/files/files-config.ts';
import { createAdmission } from './base/http/admission.ts';
import { type AccessTokens, createAccessTokens } from './base/http/caller.ts';
import { createEdge } from './base/http/edge.ts';
import { registerHealth } from './base/http/health.ts';
import { createMount, type Mount } from './base/http/mount.ts';
import { publicUrlOf } from './base/http/public-address.ts';
import { serveApps } from './base/http/static.ts';
import { noTenants } from './base/http/tenancy.ts';
import type { Log } from './base/log.ts';
import { createMailer } from './base/mail/mail.ts';
import { createMetrics } from './base/metrics.ts';
import { createNetwork, type Network } from './base/network.ts';
import { createQueue, type Queue } from './base/queue/queue.ts';
import { createRealtime } from './base/realtime/realtime.ts';
import { connectRedis } from './base/redis.ts';
import { createShutdown } from './base/shutdown.ts';
import { checked } from './checked-config.ts';
import { configReader } from './config.ts';
import { warnOfOpenDemo } from './demo-warning.ts';
import { edgeOptions, isSecure } from './edge-options.ts';
import * as audit from './modules/audit/index.ts';
import * as automation from './modules/automation/index.ts';
import * as channels from './modules/channels/index.ts';
import * as characters from './modules/characters/index.ts';
import * as chatShares from './modules/chat-shares/index.ts';
import * as conversations from './modules/conversations/index.ts';
import * as customerProfiles from './modules/customer-profiles/index.ts';
import * as fans from './modules/fans/index.ts';
import * as files from './modules/files/index.ts';
import * as handOvers from './modules/hand-overs/index.ts';
import * as identity from './modules/identity/index.ts';
import * as isolationProfiles from './modules/isolation-profiles/index.ts';
import * as materials from './modules/materials/index.ts';
import * as messageTemplates from './modules/message-templates/index.ts';
import * as notifications from './modules/notifications/index.ts';
import * as operator from './modules/operator/index.ts';
import * as ports from './modules/ports/index.ts';
import * as promotion from './modules/promotion/index.ts';
import * as proxies from './modules/proxies/index.ts';
import * as quickReplies from './modules/quick-replies/index.ts';
import * as ratings from './modules/ratings/index.ts';
import * as sensitiveWords from './modules/sensitive-words/index.ts';
import * as settings from './modules/settings/index.ts';
import * as splitLinks from './modules/split-links/index.ts';
import * as subAccounts from './modules/sub-accounts/index.ts';
import * as support from './modules/support/index.ts';
import * as tenants from './modules/tenants/index.ts';
import * as translation from './modules/translation/index.ts';
import * as visitorBudgets from './modules/visitor-budgets/index.ts';
import * as workOrderShares from './modules/work-order-shares/index.ts';
import * as workOrders from './modules/work-orders/index.ts';
import * as workspaces from './modules/workspaces/index.ts';
import { socketLimits } from './socket-limits.ts';

// new-module: imports

const configFrom = configReader(
  z.object({
    ...translation.translationEnvironment.shape,
    ...filesEnvironment.shape,
    ...audit.auditEnvironment.shape,
    ...channels.channelsEnvironment.shape,
  }),
);
export type Config = ReturnType<typeof configFrom>;

/** Reads the configuration from the environment. Throws `ConfigError`. */
export function readConfig(variables: Parameters<typeof configFrom>[0]): Config {
  return configFrom(variables);
}

export type AppOptions = {
  config: Config;
  /** The URL of a migrated database. */
  databaseUrl: string;
  log: Log;
  /** No other server process uses this database: jobs and leases left behind by others are released at once. */
  soleProcess: boolean;
  clock?: Clock;
  network?: Network;
  random?: () => number;
  /** Connectors in addition to those of this version: for tests. */
  connectors?: channels.ExtraConnectors;
  /** Time that `close` gives requests and jobs before it cuts them off, in ms. */
  drainMs?: number;
};

export type App = {
  /** The address on which it listens, with the port and host that the operating system assigned. */
  url: string;
  database: Database;
  services: Services;
  /** The operator created at this start, whose password is stored nowhere else; null if one existed or was configured. */
  madeOperator: { email: string; password: string } | null;
  /**
   * Stops accepting requests, waits for running ones and for jobs, then closes. Work that still runs after two seconds is cut
   * off; the next start, or another process, continues it as after a crash.
   */
  close(): Promise<void>;
};

/** Resolves once it listens. If the start fails, closes what it had opened. */
export async function startApp(options: AppOptions): Promise<App> {
  const { config, log } = options;
  ignorePostgresVariables(process.env);
  await using opened = createShutdown(log, options.drainMs);
  warnOfOpenDemo(config, log);
  const redis = config.REDIS_URL === undefined ? null : await connectRedis(config.REDIS_URL, log);
  opened.defer(() => redis?.destroy());
  const database = connectAtStart(options.databaseUrl, log);
  const heartbeatDatabase = connectHeartbeat(options.databaseUrl, log);
  opened.defer(() => Promise.all([heartbeatDatabase.close(), database.close()]));
  const services = await createServices(options, { database, heartbeatDatabase }, redis);
  const { edge, queue, realtime } = services;
  opened.defer(() => services.mediaInspector.close());
  opened.defer(() => services.characters.close());
  opened.defer(() => services.redirects.close());
  opened.defer(() => services.visitorBudgets.close());
  opened.defer(() => services.translation.close());
  opened.defer(() => services.conversations.close());
  opened.defer(() => queue.stop(opened.cut));
  await registerModules(options, services);
  realtime.attach(edge.server);
  // Concurrently: the server waits for its sockets to close, and clients reconnect while it listens. Social accounts must not
  // wait for slow requests either, so that other processes can take them over at once.
  opened.defer(() => Promise.all([edge.close(), realtime.close(), services.channels.stop()]));
  await audit.maintainPartitions({ database, log, auditMonths: config.AUDIT_MONTHS });
  await splitLinks.makePartitions(database);
  await services.characters.settleAbandoned(options.soleProcess);
  await queue.start();
  await services.channels.start();
  const { OPERATOR_EMAIL: email, OPERATOR_PASSWORD: password } = config;
  const madeOperator = await identity.ensureOperator(database, { email, password });
  const sweeper = setInterval(() => {
    void services.characters.sweep();
    void services.visitorBudgets.sweep();
  }, 10_000);
  opened.defer(() => clearInterval(sweeper));
  services.resets.start();
  opened.defer(() => services.resets.stop());
  database.serve();
  const url = await edge.listen({ port: config.PORT, host: config.HOST });
  log.info({ url }, 'listening');
  opened.cut.addEventListener('abort', () => {
    edge.server.closeAllConnections();
    void database.close();
  });
  return { url, database, services, madeOperator, close: opened.keep() };
}

export type Services = Awaited<ReturnType<typeof createServices>>;

type Databases = { database: Database; heartbeatDatabase: Database };

async function createServices(options: AppOptions, databases: Databases, redis: RedisClientType | null) {
  const { config } = options;
  const { edge, base } = await createBase(options, databases, redis);
  const translator = await translation.createTranslation({ ...base, config: enginesOf(config) });
  const { secrets: appSecrets, RATE_LIMIT_FACTOR: rateLimitFactor } = config;
  const [secret] = appSecrets;
  const sessions = identity.createSessions({ ...base, secret, accessTokens: base.tokens });
  const guard = identity.createGuard({ ...base, secret, factor: rateLimitFactor });
  const keys = identity.createKeys(appSecrets, base.clock);
  const shared = {
    ...base,
    characters: characters.createCharacters(base),
    visitorBudgets: visitorBudgets.createVisitorBudgets(base),
    translation: translator,
    sessions,
    guard,
    ...keys,
    sendRulesOf: channels.sendRulesOf,
    canLeaveGroups: channels.canLeaveGroups,
  };
  const chats = conversations.createConversations(shared);
  const social = checked(() =>
    channels.createChannels({ ...shared, ...channels.channelSettings(options), conversations: chats }),
  );
  const made = { ...shared, edge, conversations: chats, channels: social };
  const redirects = await splitLinks.createRedirects({ ...base, config, appSecrets, rateLimitFactor });
  const replies = automation.createAutomation(made);
  return { ...made, redirects, automation: replies, resets: workOrders.createResets(base) };
}

/** Creates the dependencies of the modules' services: admission, egress, queue, realtime and mail, and the edge. */
async function createBase(
  options: AppOptions,
  { database, heartbeatDatabase }: Databases,
  redis: RedisClientType | null,
) {
  const { config, log, soleProcess } = options;
  const clock = options.clock ?? systemClock;
  const metrics = createMetrics();
  const access = createAccess(config, database, clock);
  const outbound = createOutbound(options, database, clock);
  const edge = await createEdge({
    ...edgeOptions(config),
    uploadOrigin: outbound.fileStore.uploadOrigin,
    log,
    metrics,
    redis,
    isSignedToken: access.tokens.isSigned,
  });
  const queue = createQueue({
    database,
    heartbeatDatabase,
    log,
    metrics,
    concurrency: config.CONCURRENCY,
    soleProcess,
  });
  const realtime = await createRealtime({ ...access, ...socketLimits(config), log, metrics, redis });
  const mailer = createMailer({
    smtpUrl: config.SMTP_URL ?? null,
    from: config.MAIL_FROM,
    database,
    queue,
    clock,
  });
  const base = {
    ...access,
    ...outbound,
    database,
    heartbeatDatabase,
    clock,
    random: options.random ?? Math.random,
    log,
    metrics,
    queue,
    realtime,
    mailer,
    soleProcess,
    sensitiveWords: sensitiveWords.createSensitiveWords({ realtime, clock }),
  };
  return { edge, base };
}

/** Creates egress: to the platforms, and to services that the operator configures in the environment. */
function createOutbound({ config, network: given, log }: AppOptions, database: Database, clock: Clock) {
  // The operator chooses the engines and the bucket, so they may be in this server's private network.
  const { fetch } = given ?? createNetwork({ inward: true });
  const inward = config.PRIVATE_NETWORKS;
  const network = given ?? createNetwork({ inward });
  const secrets = createSecretBox(config.secrets);
  const proxying = { network, secrets, inward, checkUrl: config.PROXY_CHECK_URL };
  return {
    ...proxying,
    proxies: proxies.createProxies({ ...proxying, database, clock, log }),
    fetch,
    fileStore: checked(() => openFiles(config, { fetch, clock })),
    fileAddresses: files.createFileAddresses(config.secrets[0], clock.now),
    mediaInspector: files.createMediaInspector(log),
  };
}

/** Creates admission: authentication, and the tenants that requests are checked against. */
function createAccess(config: Config, database: Database, clock: Clock) {
  const tokens: AccessTokens = createAccessTokens(config.secrets, clock.now, {
    open: (id) => identity.isSessionOpen(database, id),
    state: (id) => identity.sessionState(database, id, new Date(clock.now())),
  });
  const brands = tenants.createTenants({ database, clock });
  const tenancy = config.TENANTS ? brands : noTenants;
  const admission = createAdmission({
    tokens,
    tenancy,
    passwordMustChange: (userId) => identity.passwordMustChange(database, userId),
  });
  return { tokens, tenants: brands, tenancy, admission };
}

function enginesOf(config: Config): translation.EnginesConfig {
  return checked(() =>
    translation.enginesConfig(config, translation.installedProgram(process.env.PATH ?? '')),
  );
}

/** The exports of a module's index that are registered at the start; each is optional. */
type Module = {
  registerRoutes?: (mount: Mount, deps: ModuleDeps) => void | Promise<void>;
  handleJobs?: (queue: Queue, deps: ModuleDeps) => void;
  /** Clears the module's part of a deleted sub-account's data. */
  deleteSubAccountData?: subAccounts.DeleteSubAccountData;
  /** Clears the module's part of a deleted social account's data. */
  deleteAccountData?: channels.DeleteAccountData;
  /** Returns the materials that the module uses, which must not be deleted. */
  readMaterialUsages?: materials.ReadMaterialUsages;
};

/**
 * All modules, each after those that its rows refer to. A deletion processes them in reverse: data that is found through
 * another module's rows, or refers to them, is deleted before those rows. A new module is added last.
 */
const modules: readonly Module[] = [
  workspaces,
  tenants,
  audit,
  settings,
  operator,
  support,
  promotion,
  files,
  characters,
  subAccounts,
  identity,
  notifications,
  proxies,
  ports,
  messageTemplates,
  channels,
  visitorBudgets,
  isolationProfiles,
  customerProfiles,
  fans,
  conversations,
  translation,
  automation,
  workOrders,
  workOrderShares,
  materials,
  quickReplies,
  chatShares,
  sensitiveWords,
  handOvers,
  ratings,
  splitLinks,
  // new-module: list
];

const lastFirst = modules.toReversed();

/** The dependencies of every module's routes and jobs: the services, and settings from the environment. */
type ModuleDeps = ReturnType<typeof moduleDeps>;

function moduleDeps(config: Config, services: Services) {
  return {
    ...services,
    ...edgeOptions(config),
    dnsServers: config.DNS_SERVERS ?? null,
    tenantsOn: config.TENANTS,
    auditMonths: config.AUDIT_MONTHS,
    publicUrl: publicUrlOf(config),
    appSecrets: config.secrets,
    subAccountDeletionOrder: lastFirst.flatMap(({ deleteSubAccountData }) => deleteSubAccountData ?? []),
    accountDeletionOrder: lastFirst.flatMap(({ deleteAccountData }) => deleteAccountData ?? []),
    materialUsages: modules.flatMap(({ readMaterialUsages }) => readMaterialUsages ?? []),
  };
}

async function registerModules({ config }: AppOptions, services: Services): Promise<void> {
  const { edge, queue, admission } = services;
  const mount = createMount(edge, { ...edgeOptions(config), admission });
  const deps = moduleDeps(config, services);
  for (const { registerRoutes } of modules) await registerRoutes?.(mount, deps);
  for (const { handleJobs } of modules) handleJobs?.(queue, deps);
  registerHealth(edge, { ...deps, metricsToken: config.METRICS_TOKEN ?? null });
  await serveApps(edge, {
    secure: isSecure(config),
    brandNameOf: async (host) => {
      const tenant = await services.tenancy.resolve({ header: undefined, host });
      return (await settings.brandOf(services, tenant?.id ?? null)).name;
    },
  });
}
