import type { Realtime, RealtimeHandlers } from '@parley/api-client';
import { handleSocketEvents, ignored } from '@parley/chat-core';
import type { ServerEvents } from '@parley/contract/realtime';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { conversationsKey, messagesKey } from '../features/chat-history/keys.ts';
import { applyAccountEvent } from '../features/social-accounts/apply-account-event.ts';
import { queryKeys } from '../lib/query-keys.ts';
import type { Session } from '../lib/session.ts';
import { useSession } from '../lib/session-context.tsx';

/** Queries that may have become stale while the connection was down. */
const livingKeys = [
  queryKeys.characters,
  queryKeys.characterDays,
  queryKeys.fanStatistics,
  queryKeys.subAccounts,
  queryKeys.socialAccounts,
  queryKeys.ports,
  queryKeys.chatHistory,
  queryKeys.notifications,
  queryKeys.workOrders,
  queryKeys.sensitiveWordAlerts,
  queryKeys.prospectiveFans,
];

/**
 * Throttle, in ms: events about one noun are batched into one refresh, this long after the first. Presence shows within
 * a second, response time included; figures that change with each message may take that second, and charts three.
 */
const throttleMs = { soon: 250, figures: 1000, charts: 3000 } as const;
type Haste = keyof typeof throttleMs;
type Moved = Parameters<ServerEvents['moved']>[0];

/**
 * Time for which the first queries wait for the socket, so that they miss no event and aren't repeated when it
 * connects. On a slower network they start without it.
 */
const readyLimitMs = 500;

/** Backoff for loading the socket's code, in ms; the last delay repeats. */
const codePausesMs = [5_000, 15_000, 60_000] as const;

/**
 * Refreshes after each connection, the first one included: with a slow socket, visible data was fetched before events
 * were received. Queries in their first fetch are left out: repeating them would cost each page half as many requests
 * again.
 */
function refreshLiving(queryClient: QueryClient): void {
  for (const queryKey of livingKeys)
    void queryClient.invalidateQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
}

/** Returns a handler that applies changes to the loaded conversations; its code is loaded with the first of them. */
function followConversations({ client }: Session, queryClient: QueryClient): (event: Moved) => void {
  let showing: ReturnType<typeof loadShowing> | null = null;
  const loadShowing = async () =>
    (await import('../features/chat-history/apply-change.ts')).showChangesOf(client, queryClient);
  return (event) => {
    const loaded = queryClient.getQueriesData({ queryKey: messagesKey(event.conversationId) });
    if (loaded.length === 0) return;
    showing ??= loadShowing();
    showing.then(
      (show) => show(event),
      () => {
        showing = null;
      },
    );
  };
}

/** Events that the console ignores: it fetches the texts that it shows, and the chat history doesn't show the rest. */
const ofDesks = {
  changed: ignored,
  conversation: ignored,
  handedOver: ignored,
  customerProfile: ignored,
  fanTags: ignored,
  accountMoved: ignored,
  members: ignored,
  accountMuted: ignored,
  rated: ignored,
  typing: ignored,
  presence: ignored,
  colleague: ignored,
  // The history is requested again when it is opened.
  erased: ignored,
} as const;

type Refresh = (queryKey: readonly string[], haste?: Haste) => void;

/** Lists to which others add entries. */
const ofRecords = (refresh: Refresh, onAlert: () => void) => ({
  sensitiveWords({ alerts }: Parameters<ServerEvents['sensitiveWords']>[0]) {
    if (alerts > 0) onAlert();
    refresh(queryKeys.sensitiveWordAlerts, 'soon');
    refresh(queryKeys.sensitiveWordRecords, 'soon');
  },
  prospectiveFans() {
    refresh(queryKeys.prospectiveFans, 'soon');
    refresh(queryKeys.splitLinkRecords);
  },
});

/** Returns the handlers for the connection and for each event; `refresh` batches bursts. */
function handlersFor(
  session: Session,
  queryClient: QueryClient,
  refresh: Refresh,
  setConnected: (connected: boolean) => void,
  onAlert: () => void,
): RealtimeHandlers {
  const follow = followConversations(session, queryClient);
  return {
    onConnect: () => {
      refreshLiving(queryClient);
      setConnected(true);
    },
    onDisconnect: () => setConnected(false),
    onFailure: () => setConnected(false),
    ...handleSocketEvents({
      moved: (event) => {
        follow(event);
        refresh(conversationsKey, 'soon');
        // A first message creates a fan, and the counters are part of the social accounts.
        if (!event.inbound) return;
        refresh(queryKeys.socialAccounts);
        refresh(queryKeys.fanStatistics, 'charts');
        refresh(queryKeys.workOrders);
      },
      account: (event) => {
        applyAccountEvent(queryClient, event, Date.now());
        refresh(queryKeys.socialAccounts);
        refresh(queryKeys.socialAccountSummary, 'soon');
        refresh(queryKeys.workOrders);
        refresh(queryKeys.subAccounts, 'soon');
        refresh(queryKeys.ports, 'soon');
      },
      historyImported: () => {
        refresh(queryKeys.socialAccounts);
        refresh(conversationsKey);
      },
      subAccount: () => {
        refresh(queryKeys.subAccounts, 'soon');
        refresh(queryKeys.ports, 'soon');
      },
      characters: () => {
        refresh(queryKeys.characters);
        refresh(queryKeys.characterDays, 'charts');
        refresh(queryKeys.subAccounts);
      },
      notified: () => {
        refresh(queryKeys.notifications);
        refresh(queryKeys.notification);
      },
      ended: ({ reason, message = null }) => session.endedByServer({ reason, sentence: message }),
      ...ofRecords(refresh, onAlert),
      ...ofDesks,
    }),
  };
}

export type LiveUpdates = {
  /** False while the connection is down; true before the first attempt has finished. */
  connected: boolean;
  /** True when queries may start: the first attempt to connect has finished or timed out. */
  ready: boolean;
  /** True once a sensitive-word rule has raised an alert. */
  alerted: boolean;
};

/**
 * Updates visible data from the server's events during a session. Queries of hidden pages are marked stale and
 * refetched when shown.
 */
export function useLiveUpdates(): LiveUpdates {
  const session = useSession();
  const queryClient = useQueryClient();
  const [attempt, setAttempt] = useState({ connected: true, ready: false });
  const [alerted, setAlerted] = useState(false);

  useEffect(() => {
    const waiting = new Map<string, ReturnType<typeof setTimeout>>();
    const refresh = (queryKey: readonly string[], haste: Haste = 'figures') => {
      const what = `${queryKey.join()} ${haste}`;
      if (waiting.has(what)) return;
      const timer = setTimeout(() => {
        waiting.delete(what);
        void queryClient.invalidateQueries({ queryKey });
      }, throttleMs[haste]);
      waiting.set(what, timer);
    };
    const setConnected = (connected: boolean) => setAttempt({ connected, ready: true });
    const patience = setTimeout(() => setAttempt((now) => ({ ...now, ready: true })), readyLimitMs);
    const handlers = handlersFor(session, queryClient, refresh, setConnected, () => setAlerted(true));
    let realtime: Realtime | null = null;
    let opening = false;
    let left = false;
    let failures = 0;
    let next: ReturnType<typeof setTimeout> | undefined;
    const open = async () => {
      if (opening) return;
      opening = true;
      clearTimeout(next);
      try {
        const opened = await session.connect(handlers);
        if (left) opened.close();
        else realtime = opened;
      } catch {
        // The socket's code couldn't be loaded; the banner says that the page is reconnecting.
        setConnected(false);
        if (!left) next = setTimeout(() => void open(), codePausesMs[failures] ?? codePausesMs.at(-1));
        failures += 1;
      } finally {
        opening = false;
      }
    };
    void open();
    const retry = () => (realtime === null ? void open() : realtime.retryNow());
    window.addEventListener('online', retry);
    return () => {
      window.removeEventListener('online', retry);
      clearTimeout(patience);
      clearTimeout(next);
      for (const timer of waiting.values()) clearTimeout(timer);
      left = true;
      realtime?.close();
    };
  }, [session, queryClient]);

  return { ...attempt, alerted };
}
