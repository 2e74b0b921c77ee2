/** Server processes reduced to their social accounts: real rows and services, a fake platform, no HTTP and no jobs. */
import { type Connector, createConnectors } from '@parley/connectors';
import type { Clock } from '../../../base/clock.ts';
import { createSecretBox } from '../../../base/crypto/secrets.ts';
import { connectDatabase, type Database } from '../../../base/db/database.ts';
import { testDatabase } from '../../../base/db/testing/test-database.ts';
import { createLog } from '../../../base/log.ts';
import { createMetrics } from '../../../base/metrics.ts';
import type { Network } from '../../../base/network.ts';
import { createQueue } from '../../../base/queue/queue.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import { createSignal, type Signal } from '../../../base/signal.ts';
import { testClock } from '../../../testing/test-clock.ts';
import { createConversations } from '../../conversations/index.ts';
import { createProxies } from '../../proxies/index.ts';
import { createSensitiveWords } from '../../sensitive-words/index.ts';
import { networkOf } from '../account-network.ts';
import { createConnections } from '../connections.ts';
import { channelsMetrics } from '../metrics.ts';
import { createTokenKeeper } from '../platform-tokens/token-keeper.ts';
import { createRepeatedFailures } from '../quarantine/repeated-failures.ts';
import { canLeaveGroups, sendRulesOf } from '../send-rules.ts';
import type { ChannelsDeps } from '../service.ts';
import type { ConnectionsDeps } from '../session/reconcile.ts';
import { FakePlatform } from './fake-platform.ts';

type ConversationsDeps = Parameters<typeof createConversations>[0];

const log = createLog('silent');
const secrets = createSecretBox(['a secret for tests that is long enough to be taken']);

export type ChannelsHarness = Awaited<ReturnType<typeof startChannelsHarness>>;
export type ChannelsProcess = Awaited<ReturnType<typeof startProcess>>;
export type ProcessGiven = {
  clock?: Clock;
  network?: Network;
  soleProcess?: boolean;
  /** Connectors in addition to the fake platform's. */
  connectors?: readonly Connector[];
};

export async function startChannelsHarness(): Promise<{
  database: Database;
  clock: ReturnType<typeof testClock>;
  platform: FakePlatform;
  start(given?: ProcessGiven): Promise<ChannelsProcess>;
  close(): Promise<void>;
}> {
  const place = await testDatabase();
  const database = connectDatabase(place.url, log, 20);
  const clock = testClock();
  const platform = new FakePlatform();
  const bus = new Map<string, Signal<unknown>>();
  const running = new Set<ChannelsProcess>();
  return {
    database,
    clock,
    platform,
    /** Starts a server process. All processes share the clock, the platform and the signals between them. */
    async start(given: ProcessGiven = {}) {
      const process = await startProcess({ database, clock, platform, bus }, given);
      running.add(process);
      return process;
    },
    async close() {
      for (const process of running) await process.stop();
      await database.close();
      await place.drop();
    },
  };
}

type World = { database: Database; clock: Clock; platform: FakePlatform; bus: Map<string, Signal<unknown>> };

async function startProcess(world: World, given: ProcessGiven) {
  const { database, platform } = world;
  const {
    clock = world.clock,
    network = platform.network,
    soleProcess = false,
    connectors: others = [],
  } = given;
  const emitted: Emitted[] = [];
  const realtime = recordingRealtime(emitted, world.bus);
  const metrics = createMetrics();
  const base = { database, heartbeatDatabase: database, clock, log, realtime, secrets, soleProcess };
  const conversations = createConversations({
    ...base,
    metrics,
    queue: createQueue({ ...base, metrics, concurrency: 1 }),
    translation,
    sensitiveWords: createSensitiveWords({ realtime, clock }),
    sendRulesOf,
    canLeaveGroups,
    // Used only by jobs and endpoints, which this process doesn't have.
    ...({} as Pick<ConversationsDeps, 'characters' | 'visitorBudgets' | 'fileAddresses'>),
  });
  const shared = {
    ...base,
    conversations,
    network,
    random: () => 0,
    connectors: createConnectors({ webchat: noVisitors, others: [platform.connector, ...others] }),
    proxies: createProxies({ database, clock, log, network, secrets, checkUrl: '', inward: true }),
    repeatedFailures: createRepeatedFailures(clock.now),
    metrics: channelsMetrics(metrics),
    messageFiles: noFiles,
    publicUrl: null,
  };
  const platformTokens = createTokenKeeper({ ...shared, networkOf: (account) => networkOf(shared, account) });
  const deps: ConnectionsDeps = { ...shared, platformTokens };
  const connections = createConnections(deps);
  await connections.start();
  let stopping: Promise<void> | null = null;
  return {
    /** The dependencies of the module's services in this process. */
    deps: { ...deps, connections, installationApps: { secretsOf: () => undefined } } satisfies ChannelsDeps,
    emitted,
    stop: () =>
      (stopping ??= (async () => {
        await connections.stop();
        await conversations.close();
      })()),
  };
}

/** An event, and the desks or consoles to which it was sent. */
export type Emitted = { to: string; event: string; payload: unknown };

function recordingRealtime(emitted: Emitted[], bus: Map<string, Signal<unknown>>): RealtimeServer {
  const emitter = (to: string) => ({
    emit: (event: string, payload: unknown) => void emitted.push({ to, event, payload }),
  });
  const realtime: Partial<RealtimeServer> = {
    deskOnline: async () => false,
    onDeskPresence: () => undefined,
    onWorkspaceEnd: () => undefined,
    desk: (id) => emitter(`desk ${id}`),
    console: (id) => emitter(`console ${id}`),
    workspace: (workspaceId, subAccountId) => emitter(`console ${workspaceId}, desk ${subAccountId}`),
    relay<T>(name: string) {
      const signal = bus.get(name) ?? createSignal<unknown>();
      bus.set(name, signal);
      // One signal per name, which always carries the same type.
      return signal as Signal<T>;
    },
  };
  // No test uses its sockets.
  return realtime as RealtimeServer;
}

const settings = {
  translationMode: '',
  receiveTranslationEnable: false,
  receiveSourceLanguage: 'auto',
  receiveTargetLanguage: 'en',
  sendTranslationEnable: false,
  sendTargetLanguage: 'auto',
};

// Storing messages uses no more of it.
const translation = {
  settingsOfChats: async () => () => settings,
  firstPrior: () => null,
} as unknown as ConversationsDeps['translation'];

const noVisitors = {
  deliver: async () => undefined,
  typing: async () => undefined,
  read: async () => undefined,
};

const noFiles: ConnectionsDeps['messageFiles'] = {
  open: () => Promise.reject(new Error('no message has a file')),
  addressOf: () => null,
};
