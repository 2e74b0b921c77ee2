/** The visitors' open pages, and the events sent to them. Parley itself is this platform. */
import type { WebchatHooks } from '@parley/connectors';
import { platforms } from '@parley/contract/catalogues';
import type { VisitorStreamEvent } from '@parley/contract/visitor';
import type { Log } from '../../base/log.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import type { Conversations } from '../conversations/index.ts';

export type OpenPage = {
  socialAccountId: string;
  subAccountId: string;
  visitorId: string;
  send(event: VisitorStreamEvent): void;
  end(): void;
};

export type Visitors = {
  /** Returns a function that removes the page, and whether this was the visitor's first page in this process. */
  join(page: OpenPage): { leave(): { last: boolean }; first: boolean };
  /** Notifies every server process that a site may have been closed. */
  sitesChanged(): void;
  /**
   * Ends the pages of this process whose site no longer accepts visitors. A failure is only logged, because it is
   * called again.
   */
  endClosed(): Promise<void>;
  /** Notifies the visitor's open pages, in every process, that the conversation has an event with this number. */
  changed(visitorId: string, seq: number): void;
  /** Callbacks by which the webchat connector reports acts of the business. */
  hooks: WebchatHooks;
  /** Subscribes to changes in conversations. */
  follow(conversations: Pick<Conversations, 'changes' | 'agentActs'>): void;
};

type VisitorEvent = { visitorId: string; event: VisitorStreamEvent };

/** Returns those of these social accounts whose visitors may keep a stream open. */
export type FindOpenSites = (socialAccountIds: readonly string[]) => Promise<ReadonlySet<string>>;

type VisitorsDeps = { realtime: RealtimeServer; log: Log; findOpenSites: FindOpenSites };

export function createVisitors({ realtime, log, findOpenSites }: VisitorsDeps): Visitors {
  const pages = createOpenPages();
  const events = realtime.relay<VisitorEvent>('visitor-news');
  events.on(({ visitorId, event }) => {
    for (const page of pages.of(visitorId)) page.send(event);
  });
  announceDesks(realtime, pages);

  const changes = realtime.relay<null>('visitor-sites-changed');
  const endClosed = oneAtATime(() =>
    endClosedPages(pages, findOpenSites).catch((error: unknown) =>
      log.warn({ err: error }, 'closed sites could not be looked up'),
    ),
  );
  changes.on(() => void endClosed());
  realtime.onWorkspaceEnd(() => void endClosed());

  return {
    sitesChanged: () => changes.emit(null),
    endClosed,
    join: pages.join,
    changed: (visitorId, seq) => events.emit({ visitorId, event: { type: 'changed', seq } }),
    hooks: {
      // Nothing to do for these two: both are changes of the conversation, published below with their numbers.
      deliver: async () => undefined,
      read: async () => undefined,
      typing: async (visitorId, on, name) =>
        events.emit({ visitorId, event: { type: 'typing', on, ...(name !== undefined && { name }) } }),
    },
    follow({ changes, agentActs }) {
      changes.changed.on(({ place, message }) => {
        // Receipts of inbound messages are the visitor's own. A message that was read already may still be edited or
        // deleted.
        const changed = message.editedAt !== null || message.deletedAt !== null;
        const visible = message.direction === 'in' || message.delivery === 'sent' || changed;
        if (!platforms[place.platform].ownPages || !visible) return;
        events.emit({ visitorId: place.chatId, event: { type: 'changed', seq: message.changedSeq } });
      });
      agentActs.on(({ act, conversation: { platform, chatId, lastSeq } }) => {
        if (act !== 'read' || !platforms[platform].ownPages) return;
        events.emit({ visitorId: chatId, event: { type: 'changed', seq: lastSeq } });
      });
    },
  };
}

/** The open pages of this process, by visitor. */
function createOpenPages() {
  const pages = new Map<string, Set<OpenPage>>();
  return {
    all: (): OpenPage[] => [...pages.values()].flatMap((set) => [...set]),
    of: (visitorId: string): Iterable<OpenPage> => pages.get(visitorId) ?? [],
    join(page: OpenPage) {
      const set = pages.get(page.visitorId) ?? new Set();
      const first = set.size === 0;
      pages.set(page.visitorId, set.add(page));
      return {
        first,
        leave() {
          set.delete(page);
          if (set.size === 0 && pages.get(page.visitorId) === set) pages.delete(page.visitorId);
          return { last: set.size === 0 };
        },
      };
    },
  };
}

type OpenPages = ReturnType<typeof createOpenPages>;

/** Sends each page whether a desk of its sub-account is connected to any process. */
function announceDesks(realtime: RealtimeServer, pages: OpenPages): void {
  const desks = realtime.relay<{ subAccountId: string; online: boolean }>('desk-presence');
  /**
   * The last desk of this process has left, but another process may hold one. The query fails only during a shutdown.
   */
  const announceIfGone = (subAccountId: string) =>
    realtime.deskOnline(subAccountId).then(
      (online) => online || desks.emit({ subAccountId, online }),
      () => undefined,
    );
  realtime.onDeskPresence((subAccountId, online) => {
    if (online) desks.emit({ subAccountId, online });
    else void announceIfGone(subAccountId);
  });
  desks.on(({ subAccountId, online }) => {
    for (const page of pages.all()) {
      if (page.subAccountId === subAccountId) page.send({ type: 'online', online });
    }
  });
}

/** Ends the pages whose site no longer accepts visitors. */
async function endClosedPages(pages: OpenPages, findOpenSites: FindOpenSites): Promise<void> {
  const asked = new Set(pages.all().map((page) => page.socialAccountId));
  if (asked.size === 0) return;
  const stillOpen = await findOpenSites([...asked]);
  for (const page of pages.all()) {
    // Sites of pages that opened during the query were not part of it.
    if (asked.has(page.socialAccountId) && !stillOpen.has(page.socialAccountId)) page.end();
  }
}

/** Returns a function that runs `work` after the current run, once for all calls made during that run. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  async function run(): Promise<void> {
    do {
      again = false;
      await work();
    } while (again);
    running = null;
  }
  return () => {
    again = true;
    running ??= run();
    return running;
  };
}
