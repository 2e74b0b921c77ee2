/** Implements the port `ConnectorHost` for one social account. */
import type { ConnectorHost, ConnectorState, InboundMessage } from '@parley/connectors';
import type { PlatformFault } from '@parley/contract/channels';
import { unattributed } from '../../base/attribution.ts';
import type { Clock } from '../../base/clock.ts';
import type { Database } from '../../base/db/database.ts';
import { storable } from '../../base/db/storable.ts';
import type { Log } from '../../base/log.ts';
import type { Network } from '../../base/network.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import { type Conversations, findChat } from '../conversations/index.ts';
import type { RepeatedFailures } from './quarantine/repeated-failures.ts';
import { acceptOrSetAside, acceptReceipt, NotStoredYet, setAside } from './quarantine/service.ts';
import * as store from './store.ts';

/** The dependencies of a host; `network` is the account's own egress. */
export type HostDeps = {
  database: Database;
  clock: Clock;
  log: Log;
  random: () => number;
  network: Network;
  realtime: RealtimeServer;
  conversations: Conversations;
  /** Of messages and receipts, one for all accounts of a process. */
  repeatedFailures: RepeatedFailures;
  /** The address under which platforms reach this installation, without a slash at the end; null: none. */
  publicUrl: string | null;
};

export const webhookPath = '/api/hook/';

/** Transient news of one account that may be under way; a platform that sends more than that loses some. */
const newsLimit = 200;
/** Maximum length of a platform's reason, in characters: an untrusted server chooses it. */
const reasonLength = 500;

export const shortened = (reason: string) => storable(reason.slice(0, reasonLength).toWellFormed());

export function createAccountHost(
  deps: HostDeps,
  account: store.OpenAccount,
  onState: (state: store.StateChange) => void,
): ConnectorHost {
  const { database, clock, log, network, conversations } = deps;
  const { workspaceId, id } = account;
  let telling = 0;
  const news = (chatId: string, what: News) => {
    if (telling >= newsLimit) return;
    telling += 1;
    void unattributed(() => notifyDesk(deps, account, chatId, what)).finally(() => {
      telling -= 1;
    });
  };
  const tell = (state: ConnectorState, reason: string | null) =>
    unattributed(() => onState({ state, reason: reason === null ? null : shortened(reason) }));
  const accept = createAccept(deps, account, tell);
  return {
    network,
    clock,
    random: deps.random,
    log: log.child({ socialAccountId: id, platform: account.platform }),
    // These calls leave the connector's code: their failures are not attributed to it.
    accept: (messages) => unattributed(() => accept.accept(messages)),
    setAside: (delivery) => unattributed(() => setAside(deps, account, delivery)),
    receipt: (update) =>
      unattributed(() =>
        acceptReceipt(deps, account, update, () =>
          conversations.outbox.receipt({ workspaceId, socialAccountId: id, ...update }),
        ),
      ),
    typing: (chatId, on) => news(chatId, { on }),
    presence: (peerId, online) => news(peerId, { online }),
    // The platform's text as a row can store it: otherwise the stored text would always differ from the reported one.
    state(state, reason) {
      accept.connected(state === 'online');
      tell(state, reason ?? null);
    },
    cursor: {
      load: () => unattributed(() => store.readCursor(database, workspaceId, id)),
      save: (value) => unattributed(() => store.saveCursor(database, workspaceId, id, value)),
    },
    webhookUrl: deps.publicUrl?.startsWith('https:') ? `${deps.publicUrl}${webhookPath}${id}` : null,
  };
}

/** Accepts messages. While one of them is retried, reports this as the reason of an account that is online. */
function createAccept(
  deps: HostDeps,
  account: store.OpenAccount,
  tell: (state: ConnectorState, reason: string | null) => void,
) {
  const stuck: PlatformFault = 'message-not-stored';
  let online = false;
  let isStuck = false;
  const tellStuck = (now: boolean) => {
    if (now !== isStuck && online) tell('online', now ? stuck : null);
    isStuck = now && online;
  };
  return {
    connected(now: boolean) {
      online = now;
      isStuck = false;
    },
    async accept(messages: readonly InboundMessage[]) {
      try {
        await acceptOrSetAside(deps, account, messages);
        tellStuck(false);
      } catch (error) {
        if (error instanceof NotStoredYet) tellStuck(true);
        throw error;
      }
    },
  };
}

type News = { on: boolean } | { online: boolean };

/** Sends transient news to the desks of an account; a chat without messages has nothing to show. */
function notifyDesk(deps: HostDeps, account: store.OpenAccount, chatId: string, news: News): Promise<void> {
  const { database, realtime, log } = deps;
  return findChat(database, account.workspaceId, account.id, chatId)
    .then((chat) => {
      if (!chat) return;
      const desk = realtime.desk(chat.subAccountId);
      if ('on' in news) desk.emit('typing', { conversationId: chat.id, on: news.on });
      else desk.emit('presence', { conversationId: chat.id, online: news.online });
    })
    .catch((error: unknown) => log.debug({ err: error }, 'transient news were dropped'));
}
