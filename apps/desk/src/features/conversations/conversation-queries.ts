import { type Client, isApiError, mergeIntoCache } from '@parley/api-client';
import {
  type ConversationFilter,
  type ConversationPages,
  findInPages,
  newer,
  shownView,
  withoutConversation,
  withPlaced,
} from '@parley/chat-core';
import {
  type Conversation,
  deskConversation,
  deskConversationCounts,
  deskConversations,
  deskFanTags,
} from '@parley/contract/conversations';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';

/** A small first page fills the screen quickly; larger ones save requests to those who scroll on. */
const firstPage = 30;
const furtherPage = 100;

const listKey = ['conversations'] as const;
const oneKey = (id: string) => ['conversation', id] as const;

export function conversationListQuery(client: Client, filters: ConversationFilter) {
  const view = shownView(filters);
  return infiniteQueryOptions({
    queryKey: [...listKey, filters],
    initialPageParam: null as string | null, // null: the first page
    queryFn: ({ pageParam, signal }) =>
      client.call(
        deskConversations,
        {
          query: {
            pageSize: pageParam === null ? firstPage : furtherPage,
            ...(pageParam === null ? {} : { cursor: pageParam }),
            ...(filters.socialAccountId === null ? {} : { socialAccountId: filters.socialAccountId }),
            ...(filters.search.trim() === '' ? {} : { search: filters.search.trim() }),
            ...(view === 'all' ? {} : { view }),
            ...(filters.platform === null ? {} : { platform: filters.platform }),
            ...(filters.kind === null ? {} : { kind: filters.kind }),
            ...(filters.tagIds.length === 0 ? {} : { tagIds: filters.tagIds.join(',') }),
            ...(filters.unread ? { unread: 'true' as const } : {}),
          },
        },
        { signal },
      ),
    getNextPageParam: (page) => page.nextCursor,
  });
}

export function conversationQuery(client: Client, queryClient: QueryClient, id: string) {
  const known = knownConversation(queryClient, id);
  return queryOptions({
    queryKey: oneKey(id),
    queryFn: async ({ signal }) => {
      const answer = await client.call(deskConversation, { params: { conversationId: id } }, { signal });
      return newer(knownConversation(queryClient, id), answer);
    },
    // Data that the list has already loaded is shown at once and refetched in the background.
    ...(known === undefined ? {} : { placeholderData: known }),
  });
}

const countsKey = ['conversation-counts'] as const;

/** The numbers of waiting and snoozed conversations, counted up to `maxCounted`. */
export function conversationCountsQuery(client: Client) {
  return queryOptions({
    queryKey: countsKey,
    queryFn: ({ signal }) => client.call(deskConversationCounts, {}, { signal }),
  });
}

export function refreshCounts(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: countsKey });
}

const fanTagsKey = ['desk-fan-tags'] as const;

/** The tags of the sub-account's fans, with their numbers of open conversations. */
export function conversationFanTagsQuery(client: Client) {
  return queryOptions({
    queryKey: fanTagsKey,
    queryFn: async ({ signal }) => (await client.call(deskFanTags, {}, { signal })).list,
  });
}

export function refreshFanTags(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: fanTagsKey });
}

const listsIn = (queryClient: QueryClient) =>
  queryClient
    .getQueryCache()
    .findAll({ queryKey: listKey })
    .flatMap((query) => {
      // Only conversationListQuery creates these keys.
      const [, filters] = query.queryKey as [string, ConversationFilter];
      // Likewise, its pages are the only data stored under them.
      const pages = query.state.data as ConversationPages | undefined;
      return pages === undefined ? [] : [{ key: query.queryKey, filters, pages }];
    });

export function knownConversation(queryClient: QueryClient, id: string): Conversation | undefined {
  const alone = queryClient.getQueryData<Conversation>(oneKey(id));
  const listed = listsIn(queryClient).flatMap(({ pages }) => findInPages(pages, id) ?? []);
  return listed.reduce<Conversation | undefined>((best, one) => newer(best, one), alone);
}

/** Returns the conversations with this customer that are shown anywhere. */
export function knownConversationsOfFan(queryClient: QueryClient, fanId: string): ReadonlySet<string> {
  const alone = queryClient.getQueriesData<Conversation>({ queryKey: ['conversation'] });
  const listed = listsIn(queryClient).flatMap(({ pages }) => pages.pages.flatMap((page) => page.list));
  const known = [...alone.flatMap(([, one]) => one ?? []), ...listed];
  return new Set(known.filter(({ fan }) => fan?.id === fanId).map(({ id }) => id));
}

/** Updates a conversation to a newer state wherever it is shown. */
export function showConversation(queryClient: QueryClient, incoming: Conversation): void {
  const best = newer(knownConversation(queryClient, incoming.id), incoming);
  queryClient.setQueryData(oneKey(best.id), best);
  for (const { key, filters, pages } of listsIn(queryClient)) {
    mergeIntoCache(queryClient, key, withPlaced(pages, best, filters));
  }
}

/** Removes a conversation that this sub-account no longer has from every list. */
function dropConversation(queryClient: QueryClient, id: string): void {
  for (const { key, pages } of listsIn(queryClient))
    if (findInPages(pages, id)) mergeIntoCache(queryClient, key, withoutConversation(pages, id));
}

/** Fetches a conversation from the server and shows it. Failures are silent: the next event or reconnection retries. */
export async function refreshConversation(
  client: Client,
  queryClient: QueryClient,
  id: string,
): Promise<void> {
  try {
    showConversation(queryClient, await client.call(deskConversation, { params: { conversationId: id } }));
  } catch (problem) {
    // Handed over, moved with its social account, or deleted.
    if (isApiError(problem, 'conversation.not-found')) dropConversation(queryClient, id);
    await queryClient.invalidateQueries({ queryKey: oneKey(id) });
  }
}

/** Refetches everything shown: after a reconnection, any of it may be outdated. */
export async function refreshAllConversations(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: listKey }),
    queryClient.invalidateQueries({ queryKey: ['conversation'] }),
  ]);
}
