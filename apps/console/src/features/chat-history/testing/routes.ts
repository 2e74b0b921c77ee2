/** The chat history of a workspace, in memory. */
import * as conversationsApi from '@parley/contract/conversations';
import { takeBackForOwner } from '@parley/contract/hand-overs';
import { FixtureRefusal, getItem, has, type Route, route } from '../../../lib/testing/route.ts';
import { sampleTime } from '../../../lib/testing/samples.ts';
import type { ListedConversation } from '../queries.ts';

export type ChatHistoryWorld = {
  conversations: ListedConversation[];
  messages: conversationsApi.Message[];
  /** True when more messages await indexing than a search scans. */
  indexing?: boolean;
  /** In days; null: unlimited. */
  retention?: number | null;
};

/** Returns the sequence number of the conversation's latest event. */
const lastSeqOf = (world: ChatHistoryWorld, conversationId: string) =>
  world.conversations.find(({ id }) => id === conversationId)?.lastSeq ?? 0;

export function chatHistoryRoutes(world: ChatHistoryWorld): Route[] {
  return [
    route(conversationsApi.chatHistoryConversations, ({ query }) => {
      const all = world.conversations.filter(
        (one) =>
          has(one.title, query.search) &&
          (query.socialAccountId === undefined || one.socialAccountId === query.socialAccountId),
      );
      const from = Number(query.cursor ?? 0);
      const next = from + query.pageSize;
      return { list: all.slice(from, next), nextCursor: next < all.length ? String(next) : null };
    }),
    route(conversationsApi.chatHistoryConversation, ({ query }) =>
      getItem(world.conversations, ({ id }) => id === query.conversationId),
    ),
    route(conversationsApi.chatHistoryMessages, ({ params, query }) => {
      const all = world.messages.filter(({ conversationId }) => conversationId === params.conversationId);
      const place = query.around ?? (query.day === undefined ? undefined : firstOf(all, query.day)?.seq);
      const shown = stretchOf(all, { ...query, place });
      const [first] = shown;
      const last = shown.at(-1);
      return {
        messages: shown,
        lastSeq: lastSeqOf(world, params.conversationId),
        more: first !== undefined && all.some(({ seq }) => seq < first.seq),
        moreAfter: last !== undefined && all.some(({ seq }) => seq > last.seq),
        focusId: all.find(({ seq }) => seq === place)?.id ?? null,
        textsKept: !all.some((message) => message.erased),
      };
    }),
    route(conversationsApi.chatHistoryVersions, ({ params }) => {
      const message = getItem(world.messages, ({ id }) => id === params.messageId);
      const { original, translation, editedAt } = message;
      return { versions: [{ original: `earlier: ${original}`, translation, replacedAt: editedAt ?? 0 }] };
    }),
    ...changingRoutes(world),
    route(
      conversationsApi.searchMessages,
      ({ query: { cursor, pageSize, text, conversationId, direction, kind } }) => {
        const all = world.messages
          .filter(
            (one) =>
              !one.erased &&
              has(`${one.original} ${one.translation ?? ''}`, text) &&
              (conversationId === undefined || one.conversationId === conversationId) &&
              (direction === undefined || one.direction === direction) &&
              (kind === undefined || one.kind === kind),
          )
          .toReversed();
        const from = Number(cursor ?? 0);
        const next = from + pageSize;
        return {
          list: all.slice(from, next).map((message) => presentFound(world, message, text)),
          nextCursor: next < all.length ? String(next) : null,
          complete: world.indexing !== true,
        };
      },
    ),
  ];
}

const changingRoutes = (world: ChatHistoryWorld): Route[] => [
  ...translationRoutes(world),
  ...retentionRoutes(world),
  takeBackRoute(world),
  leaveGroupRoute(world),
];

function leaveGroupRoute(world: ChatHistoryWorld): Route {
  return route(conversationsApi.leaveGroupForOwner, ({ params }) => {
    const left = getItem(world.conversations, ({ id }) => id === params.conversationId);
    const group = { exit: 'left', reason: null, role: null, leaving: null } as const;
    world.conversations = world.conversations.map((one) => (one === left ? { ...one, group } : one));
    return null;
  });
}

function takeBackRoute(world: ChatHistoryWorld): Route {
  return route(takeBackForOwner, ({ params }) => {
    const taken = getItem(world.conversations, ({ id }) => id === params.conversationId);
    world.conversations = world.conversations.map((one) =>
      one === taken ? { ...one, handOver: null } : one,
    );
    return null;
  });
}

function retentionRoutes(world: ChatHistoryWorld): Route[] {
  return [
    route(conversationsApi.getChatRetention, () => ({ days: world.retention ?? null })),
    route(conversationsApi.previewChatRetention, ({ query: { days } }) => ({
      messages: world.messages.filter(({ sentAt }) => sentAt < sampleTime - days * 86_400_000).length,
      more: false,
    })),
    route(conversationsApi.setChatRetention, ({ body }) => {
      if ((world.retention ?? null) !== body.replaces) throw new FixtureRefusal('resource.stale');
      world.retention = body.days;
      return { days: body.days };
    }),
  ];
}

function translationRoutes(world: ChatHistoryWorld): Route[] {
  return [
    route(conversationsApi.quoteUntranslatedMessages, ({ params, query }) => {
      const rows = untranslatedOf(world, params.conversationId, query);
      return { messages: rows.length, characters: rows.reduce((sum, row) => sum + row.original.length, 0) };
    }),
    route(conversationsApi.translateMessages, ({ params, body }) => {
      const rows = untranslatedOf(world, params.conversationId, body);
      world.messages = world.messages.map((message) =>
        rows.includes(message) ? { ...message, translationState: 'pending' } : message,
      );
      return { messages: rows.length };
    }),
  ];
}

const untranslatedOf = (
  world: ChatHistoryWorld,
  conversationId: string,
  { fromSeq, toSeq }: { fromSeq: number; toSeq: number },
) =>
  world.messages.filter(
    (one) =>
      one.conversationId === conversationId &&
      one.direction === 'in' &&
      one.kind === 'text' &&
      ['none', 'failed'].includes(one.translationState) &&
      one.seq >= fromSeq &&
      one.seq <= toSeq,
  );

const firstOf = (messages: readonly conversationsApi.Message[], day: string) =>
  messages.find(({ sentAt }) => sentAt >= Date.parse(day));

type Wanted = {
  before?: number | undefined;
  after?: number | undefined;
  place?: number | undefined;
  limit: number;
};

function stretchOf(messages: readonly conversationsApi.Message[], { before, after, place, limit }: Wanted) {
  if (after !== undefined) return messages.filter(({ seq }) => seq > after).slice(0, limit);
  if (place === undefined) return messages.filter(({ seq }) => seq < (before ?? Infinity)).slice(-limit);
  const half = limit / 2;
  return [
    ...messages.filter(({ seq }) => seq < place).slice(-half),
    ...messages.filter(({ seq }) => seq >= place).slice(0, half),
  ];
}

function presentFound(
  world: ChatHistoryWorld,
  message: conversationsApi.Message,
  text = '',
): conversationsApi.FoundMessage {
  const snippet = (whole: string, language: string | null) => {
    const at = text === '' ? -1 : whole.toLowerCase().indexOf(text.toLowerCase());
    const hits: [number, number][] = at < 0 ? [] : [[at, at + text.length]];
    return { text: whole, language, hits, cutBefore: false, cutAfter: false };
  };
  const { id, conversationId, seq, direction, kind, sentAt } = message;
  const conversation = world.conversations.find((one) => one.id === conversationId);
  return {
    id,
    conversationId,
    seq,
    direction,
    kind,
    sentAt,
    original: snippet(message.original, message.originalLanguage),
    translation:
      message.translation === null ? null : snippet(message.translation, message.translationLanguage),
    title: conversation?.title ?? '',
    named: conversation?.named ?? true,
    platform: conversation?.platform ?? 'webchat',
    socialAccountName: conversation?.socialAccountName ?? '',
    subAccountRemark: conversation?.subAccountRemark ?? '',
  };
}
