/** Implements the port `ConnectorHost` for one social account. */
import type { ConnectorHost, InboundChange, InboundMessage, ReceiptUpdate } from '@parley/connectors';
import { unattributed } from '../../base/attribution.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, transaction } from '../../base/db/database.ts';
import type { Log } from '../../base/log.ts';
import type { Network } from '../../base/network.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import { type Conversations, findChat, storableId } from '../conversations/index.ts';
import { followIdChange } from '../fans/index.ts';
import { createConnectorValues, readCursor, saveCursor } from './connector-values/store.ts';
import type { OpenAccount } from './open-accounts/queries.ts';
import type { TokenKeeper } from './platform-tokens/token-keeper.ts';
import type { RepeatedFailures } from './quarantine/repeated-failures.ts';
import { acceptOrQuarantine, acceptReceipt, NotStoredYet, quarantineDelivery } from './quarantine/service.ts';
import { shortenReason } from './shorten-reason.ts';
import type { StateChange } from './store.ts';

/** The dependencies of a host; `network` is the account's own egress. */
export type HostDeps = {
  database: Database;
  clock: Clock;
  log: Log;
  random: () => number;
  network: Network;
  realtime: RealtimeServer;
  conversations: Conversations;
  /** Counts failures of messages and receipts; one instance for all accounts of a process. */
  repeatedFailures: RepeatedFailures;
  platformTokens: Pick<TokenKeeper, 'of'>;
  /** The address under which platforms reach this installation, without a trailing slash; null when it has none. */
  publicUrl: string | null;
};

/** Receives what a connector reports about its account. */
export type HostListener = {
  /** The connector has reported a state. */
  reported(state: StateChange): void;
  /** True when a message could not be stored yet and must be delivered again; false once messages were stored. */
  messagesStuck(stuck: boolean): void;
};

/** For hosts outside a session, whose reports are dropped: only the account's holder publishes its state. */
export const noListener: HostListener = { reported: () => undefined, messagesStuck: () => undefined };

export const webhookPath = '/api/hook/';

/** Limit of in-flight transient events per account; a platform that sends more has the excess dropped. */
const transientLimit = 200;
export function createAccountHost(
  deps: HostDeps,
  account: OpenAccount,
  listener: HostListener,
): ConnectorHost {
  const { database, clock, log, network, conversations } = deps;
  const { workspaceId, id } = account;
  const values = createConnectorValues(database, workspaceId, id);
  let pending = 0;
  const notify = (chatId: string, event: TransientEvent) => {
    if (pending >= transientLimit) return;
    pending += 1;
    void unattributed(() => notifyDesk(deps, account, chatId, event)).finally(() => {
      pending -= 1;
    });
  };
  return {
    network,
    clock,
    random: deps.random,
    log: log.child({ socialAccountId: id, platform: account.platform }),
    // These calls leave the connector's code: their failures are not attributed to it.
    accept: (messages) => unattributed(() => accept(deps, account, messages, listener)),
    setAside: (delivery) => unattributed(() => quarantineDelivery(deps, account, delivery)),
    receipt: (update) =>
      unattributed(() =>
        acceptReceipt(deps, account, nameOfReceipt(update), () =>
          conversations.outbox.receipt({ workspaceId, socialAccountId: id, ...update }),
        ),
      ),
    change: (change) => unattributed(() => receiveChange(deps, account, change)),
    idChanged: (change) => unattributed(() => followIdChangeOf(deps, account, change)),
    group: (report) => unattributed(() => conversations.group({ account, ...report })),
    chatMoved: (change) => unattributed(() => conversations.chatMoved(account, change)),
    addedAt: account.createdAt.getTime(),
    joinsGroups: account.joinsGroups,
    tokens: { use: (call) => deps.platformTokens.of(account).use(call) },
    typing: (chatId, on) => notify(chatId, { on }),
    presence: (peerId, online) => notify(peerId, { online }),
    // Shortened to what a row can store; otherwise the stored text would always differ from the reported one.
    state: (state, reason) =>
      unattributed(() =>
        listener.reported({ state, reason: reason === undefined ? null : shortenReason(reason) }),
      ),
    cursor: {
      load: () => unattributed(() => readCursor(database, workspaceId, id)),
      save: (value) => unattributed(() => saveCursor(database, workspaceId, id, value)),
    },
    values: {
      get: (key) => unattributed(() => values.get(key)),
      set: (key, value) => unattributed(() => values.set(key, value)),
    },
    webhookUrl: deps.publicUrl?.startsWith('https:') ? `${deps.publicUrl}${webhookPath}${id}` : null,
  };
}

function nameOfReceipt(update: ReceiptUpdate): { platformMessageId: string; state: string } {
  const name = 'upToTime' in update ? `${update.chatId} ${update.upToTime}` : update.platformMessageId;
  return { platformMessageId: name, state: update.state };
}

/** Accepts messages, and reports whether one of them has to be delivered again because it could not be stored yet. */
async function accept(
  deps: HostDeps,
  account: OpenAccount,
  messages: readonly InboundMessage[],
  { messagesStuck }: HostListener,
): Promise<void> {
  try {
    await acceptOrQuarantine(deps, account, messages);
    messagesStuck(false);
  } catch (error) {
    if (error instanceof NotStoredYet) messagesStuck(true);
    throw error;
  }
}

/**
 * Applies a change by the rules of receipts: one that can't be stored is dropped, so that it doesn't block messages.
 */
async function receiveChange(deps: HostDeps, account: OpenAccount, change: InboundChange): Promise<boolean> {
  let there = true;
  const { target: platformMessageId, kind: state } = change;
  await acceptReceipt(deps, account, { platformMessageId, state }, async () => {
    there = await deps.conversations.change({ account, ...change });
  });
  return there;
}

function followIdChangeOf(
  { database, clock }: HostDeps,
  { workspaceId, platform, id }: OpenAccount,
  { oldId, newId }: { oldId: string; newId: string },
): Promise<void> {
  const person = { workspaceId, platform, socialAccountId: id, at: clock.now() };
  return transaction(database, (tx) =>
    followIdChange(tx, { ...person, oldId: storableId(oldId), newId: storableId(newId) }),
  );
}

type TransientEvent = { on: boolean } | { online: boolean };

/** Sends a transient event to the desks of an account; a chat without messages has nothing to show. */
function notifyDesk(
  deps: HostDeps,
  account: OpenAccount,
  chatId: string,
  event: TransientEvent,
): Promise<void> {
  const { database, realtime, log } = deps;
  return findChat(database, account.workspaceId, account.id, chatId)
    .then((chat) => {
      if (!chat) return;
      const desk = realtime.desk(chat.subAccountId);
      if ('on' in event) desk.emit('typing', { conversationId: chat.id, on: event.on });
      else desk.emit('presence', { conversationId: chat.id, online: event.online });
    })
    .catch((error: unknown) => log.debug({ err: error }, 'a transient event was dropped'));
}
