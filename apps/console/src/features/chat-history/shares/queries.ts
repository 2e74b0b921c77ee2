import { type Client, isApiError } from '@parley/api-client';
import type { AnswerOf } from '@parley/contract';
import {
  type ChatShare,
  chatSharePage,
  getChatShare,
  getChatSharePassword,
} from '@parley/contract/chat-shares';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../../lib/query-keys.ts';

export const sharesKey = [...queryKeys.chatHistory, 'shares'] as const;

const pageSize = 20;

/** The links to one conversation or to all, latest first. */
export const shares = (client: Client, conversationId: string | undefined, search: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...sharesKey, 'page', conversationId, search],
    queryFn: ({ signal, pageParam: pageNo }) =>
      client.call(chatSharePage, { query: { pageNo, pageSize, conversationId, search } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }: AnswerOf<typeof chatSharePage>, pages) =>
      pages.length * pageSize < total ? pages.length + 1 : undefined,
  });

/** Fetches a share; null: it no longer exists. */
export async function findShare(client: Client, shareId: string): Promise<ChatShare | null> {
  try {
    return await client.call(getChatShare, { query: { shareId } });
  } catch (problem) {
    if (isApiError(problem, 'chat-share.not-found')) return null;
    throw problem;
  }
}

/** The password of a link; null: none. */
export const sharePasswordOf = (client: Client, shareId: string) =>
  queryOptions({
    queryKey: [...sharesKey, 'password', shareId],
    queryFn: ({ signal }) => client.call(getChatSharePassword, { query: { shareId } }, { signal }),
  });
