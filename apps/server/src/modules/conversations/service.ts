import { Batches } from '../../base/batches.ts';
import type { Clock } from '../../base/clock.ts';
import type { SecretBox } from '../../base/crypto/secrets.ts';
import { type Database, isDatabaseGone, type Tx, transaction } from '../../base/db/database.ts';
import type { Mount } from '../../base/http/mount.ts';
import { trustWorkspaceId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import type { Metrics } from '../../base/metrics.ts';
import type { Queue } from '../../base/queue/queue.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import type { Signal } from '../../base/signal.ts';
import type { Characters } from '../characters/index.ts';
import type { FileAddresses } from '../files/index.ts';
import type { SensitiveWords } from '../sensitive-words/index.ts';
import type { Translation } from '../translation/index.ts';
import type { VisitorBudgets } from '../visitor-budgets/index.ts';
import { type Changes, createChanges } from './changes.ts';
import { type AgentAct, registerDeskRoutes } from './desk-routes.ts';
import { type CanLeaveGroups, createDepartures, type Departures } from './groups/departures/service.ts';
import { type ReceivedGroupReport, receiveChatMove, receiveGroupReport } from './groups/service.ts';
import { acceptHistory, type StoredHistory } from './history-import/service.ts';
import { registerHistoryRoutes } from './history-routes.ts';
import { chatKey, type Inbound, type ReceivingAccount } from './inbound/inbound-message.ts';
import { translateInbound as inboundJob } from './inbound/jobs.ts';
import { createRecentMessageCache, type RecentMessageCache } from './inbound/recent-message-cache.ts';
import { acceptInbound } from './inbound/service.ts';
import { createInboundTranslator } from './inbound/translate.ts';
import { type ChangeOutbox, createChangeOutbox } from './message-changes/outbox.ts';
import { receiveChange } from './message-changes/receive.ts';
import type { ReceivedChange } from './message-changes/received.ts';
import { translateOutbound as outboundJob, purgePreviews as purgeJob } from './outbound/jobs.ts';
import { createOutbox, type MessageOutbox } from './outbound/outbox.ts';
import { purgePreviews } from './outbound/store.ts';
import { translateOutbound } from './outbound/translate.ts';
import { registerOwnerSettingsRoutes } from './owner-settings-routes.ts';
import { purgeReplyHandles as purgeHandlesJob } from './reply-handles/jobs.ts';
import { purgeHandles } from './reply-handles/store.ts';
import { eraseTexts as eraseJob } from './retention/jobs.ts';
import { eraseTexts } from './retention/service.ts';
import { indexMessages as indexJob } from './search/jobs.ts';
import { createIndexer, type Indexer, indexWaiting } from './search/service.ts';
import { registerSettingsRoutes } from './settings-routes.ts';
import { wakeConversation as wakeJob } from './triage/jobs.ts';
import { endSnooze } from './triage/service.ts';
import type { SendRulesOf } from './window.ts';

export type ConversationsDeps = {
  database: Database;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  queue: Queue;
  realtime: RealtimeServer;
  translation: Translation;
  characters: Characters;
  visitorBudgets: VisitorBudgets;
  sensitiveWords: SensitiveWords;
  fileAddresses: FileAddresses;
  sendRulesOf: SendRulesOf;
  canLeaveGroups: CanLeaveGroups;
  secrets: SecretBox;
};

export type Conversations = {
  /** Resolves once all messages are durable; redelivered ones are skipped. */
  accept(messages: readonly Inbound[]): Promise<void>;
  /**
   * Returns for each message, in order: null once it is durable, or the reason why it couldn't be stored. `alone`: each in its
   * own transaction, never together with other accounts' messages.
   */
  acceptEach(messages: readonly Inbound[], options?: { alone: boolean }): Promise<unknown[]>;
  /** Stores a page of an account's history in the caller's transaction, newest first in each chat. Idempotent. */
  acceptHistory(tx: Tx, account: ReceivingAccount, page: readonly Inbound[]): Promise<StoredHistory>;
  /** Resolves once a customer's change of a message is durable; with false if there is no such message. */
  change(change: ReceivedChange): Promise<boolean>;
  /** Resolves once the report of a group is durable. */
  group(report: ReceivedGroupReport): Promise<void>;
  chatMoved(account: ReceivingAccount, change: { oldId: string; newId: string }): Promise<void>;
  outbox: MessageOutbox;
  changeOutbox: ChangeOutbox;
  /** The groups that social accounts are to leave. */
  departures: Departures;
  changes: Changes;
  agentActs: Signal<AgentAct>;
  registerRoutes(mount: Mount): void;
  /** Stops the background work that isn't done by jobs. */
  close(): Promise<void>;
};

const dayMs = 86_400_000;

export function createConversations(base: ConversationsDeps): Conversations {
  const { database, clock, metrics } = base;
  const received = metrics.counter(
    'inbound_messages',
    'Messages that platforms delivered.',
    'platform',
    'result',
  );
  const changes = createChanges(base.realtime);
  const agentActs = base.realtime.relay<AgentAct>('agent-acts');
  const deps = { ...base, changes, agentActs, recentMessages: createRecentMessageCache() };

  const store = async (batch: readonly Inbound[]) => {
    const added = await transaction(database, (tx) => acceptInbound(tx, { ...deps, now: clock.now }, batch));
    for (const { account } of batch) received.inc({ platform: account.platform, result: 'received' });
    if (added.length < batch.length)
      received.inc({ platform: 'all', result: 'double' }, batch.length - added.length);
  };
  const arrivals = new Batches<Inbound>({
    failsAll: isDatabaseGone,
    keyOf: ({ account, chatId }) => chatKey(account.id, chatId),
    run: (batch) => store(batch).then(() => batch.map(() => undefined)),
  });

  handleTranslationJobs(deps);
  handleTriageJobs(deps);
  handleRecurringJobs(deps);
  const indexer = indexChanges(deps);

  return {
    async accept(messages) {
      await arrivals.addAll(messages);
    },
    async acceptEach(messages, { alone } = { alone: false }) {
      if (!alone) return Promise.all(messages.map((message) => refusalOf(arrivals.add(message))));
      const outcomes: unknown[] = [];
      for (const message of messages) outcomes.push(await refusalOf(store([message])));
      return outcomes;
    },
    acceptHistory: (tx, account, page) => acceptHistory(tx, deps, account, page),
    change: (change) => receiveChange({ ...deps, now: clock.now }, change),
    group: (report) => receiveGroupReport(deps, report),
    chatMoved: (account, change) => receiveChatMove(deps, account, change),
    outbox: createOutbox(deps),
    changeOutbox: createChangeOutbox({ ...deps, now: clock.now }),
    departures: createDepartures(deps),
    changes,
    agentActs,
    registerRoutes(mount) {
      registerDeskRoutes(mount, deps);
      registerSettingsRoutes(mount, deps);
      registerOwnerSettingsRoutes(mount, deps);
      registerHistoryRoutes(mount, deps);
    },
    close: () => indexer.close(),
  };
}

function indexChanges(deps: ConversationsDeps & { changes: Changes }): Indexer {
  const indexer = createIndexer((signal) => indexWaiting(deps, signal), deps.log);
  deps.changes.changed.on(() => indexer.soon());
  return indexer;
}

function handleTranslationJobs(
  deps: ConversationsDeps & { changes: Changes; recentMessages: RecentMessageCache },
): void {
  const { queue } = deps;
  const translateInbound = createInboundTranslator(deps);
  queue.handle(inboundJob, ({ workspaceId, ...message }, { signal }) =>
    translateInbound({ ...message, workspaceId: trustWorkspaceId(workspaceId), signal }),
  );
  queue.handle(outboundJob, ({ workspaceId, messageId }, { signal }) =>
    translateOutbound(deps, trustWorkspaceId(workspaceId), messageId, signal),
  );
}

function handleTriageJobs(deps: ConversationsDeps): void {
  deps.queue.handle(wakeJob, ({ workspaceId, ...snooze }) =>
    endSnooze(deps, { ...snooze, workspaceId: trustWorkspaceId(workspaceId) }),
  );
}

function handleRecurringJobs(deps: ConversationsDeps): void {
  const { database, clock, queue } = deps;
  queue.handle(purgeJob, () => purgePreviews(database, new Date(clock.now() - dayMs)), '*/10 * * * *');
  queue.handle(purgeHandlesJob, () => purgeHandles(database, new Date(clock.now())), '*/10 * * * *');
  queue.handle(eraseJob, (_, { signal }) => eraseTexts(deps, signal), '*/10 * * * *');
  queue.handle(indexJob, (_, { signal }) => indexWaiting(deps, signal), '* * * * *');
}

/** Resolves with null once the work has succeeded, else with its error. */
function refusalOf(work: Promise<void>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error ?? new Error('rejected without a reason'),
  );
}

/** Mounts the endpoints of the service created in app.ts. */
export function registerRoutes(mount: Mount, deps: { conversations: Conversations }): void {
  deps.conversations.registerRoutes(mount);
}
