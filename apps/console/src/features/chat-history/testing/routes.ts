/** The chat history of a workspace in memory. */
import * as conversationsApi from '@parley/contract/conversations';
import { has, type Route, route } from '../../../lib/testing/route.ts';
import type { ListedConversation } from '../queries.ts';

export type ChatHistoryWorld = { conversations: ListedConversation[]; messages: conversationsApi.Message[] };

/** The conversation's latest event. */
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
    route(conversationsApi.chatHistoryMessages, ({ params, query }) => {
      const all = world.messages.filter(
        ({ conversationId, seq }) =>
          conversationId === params.conversationId && (query.before === undefined || seq < query.before),
      );
      return {
        messages: all.slice(-query.limit),
        lastSeq: lastSeqOf(world, params.conversationId),
        more: all.length > query.limit,
        textsKept: !all.some((message) => message.erased),
      };
    }),
  ];
}
