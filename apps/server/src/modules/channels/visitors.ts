/** The pages of visitors that are open now, and what they are told. Parley is this platform itself. */
import { capabilitiesOf, type WebchatHooks } from '@parley/connectors';
import type { VisitorStreamEvent } from '@parley/contract';
import type { Realtime } from '../../base/realtime/realtime.ts';
import type { Conversations } from '../conversations/index.ts';

export type OpenPage = {
  socialAccountId: string;
  subAccountId: string;
  visitorId: string;
  send(event: VisitorStreamEvent): void;
};

export type Visitors = {
  /** Returns what ends it, and whether this was the visitor's first page here. */
  join(page: OpenPage): { leave(): { last: boolean }; first: boolean };
  /** What the webchat connector calls when the business does something. */
  hooks: WebchatHooks;
  /** Follows what happens in conversations. */
  follow(conversations: Pick<Conversations, 'changes' | 'agentActs'>): void;
};

type News = { visitorId: string; event: VisitorStreamEvent };

export function createVisitors(realtime: Realtime): Visitors {
  const pages = new Map<string, Set<OpenPage>>();
  const news = realtime.relay<News>('visitor-news');
  const desks = realtime.relay<{ subAccountId: string; online: boolean }>('desk-presence');

  news.on(({ visitorId, event }) => {
    for (const page of pages.get(visitorId) ?? []) page.send(event);
  });
  realtime.onDeskPresence((subAccountId, online) => {
    if (online) desks.emit({ subAccountId, online });
    else void tellIfGone(subAccountId);
  });
  /** The last desk of this process went; another process may hold one. Asking it fails only when all is ending. */
  const tellIfGone = (subAccountId: string) =>
    realtime.deskOnline(subAccountId).then(
      (online) => online || desks.emit({ subAccountId, online }),
      () => undefined,
    );
  desks.on(({ subAccountId, online }) => {
    for (const page of [...pages.values()].flatMap((set) => [...set])) {
      if (page.subAccountId === subAccountId) page.send({ type: 'online', online });
    }
  });

  return {
    join(page) {
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
    hooks: {
      // Nothing to do for these two: both are changes of the conversation, told below with their numbers.
      deliver: async () => undefined,
      read: async () => undefined,
      typing: async (visitorId, on) => news.emit({ visitorId, event: { type: 'typing', on } }),
    },
    follow({ changes, agentActs }) {
      changes.changed.on(({ place, message }) => {
        const visible = message.direction === 'in' || message.delivery === 'sent';
        if (!hasOwnPages(place.platform) || !visible) return;
        news.emit({ visitorId: place.chatId, event: { type: 'changed', seq: message.changedSeq } });
      });
      agentActs.on(({ act, conversation: { platform, chatId, lastSeq } }) => {
        if (act !== 'read' || !hasOwnPages(platform)) return;
        news.emit({ visitorId: chatId, event: { type: 'changed', seq: lastSeq } });
      });
    },
  };
}

const hasOwnPages = (platform: string) => capabilitiesOf(platform)?.ownPages ?? false;
