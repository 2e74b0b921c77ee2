import type { Client } from '@parley/api-client';
import { getConversationSettings, getDeskSettings } from '@parley/contract/conversations';
import { translationLines } from '@parley/contract/translation';
import { queryOptions } from '@tanstack/react-query';

/** Fetched when a form opens, and not again while it is being filled in. */
const forOneForm = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 };

export function deskSettingsQuery(client: Client) {
  return queryOptions({
    ...forOneForm,
    queryKey: ['translation-settings', 'desk'],
    queryFn: ({ signal }) => client.call(getDeskSettings, {}, { signal }),
  });
}

export function conversationSettingsQuery(client: Client, id: string) {
  return queryOptions({
    ...forOneForm,
    queryKey: ['translation-settings', 'conversation', id],
    queryFn: ({ signal }) =>
      client.call(getConversationSettings, { params: { conversationId: id } }, { signal }),
  });
}

export function linesQuery(client: Client) {
  return queryOptions({
    queryKey: ['translation-lines'],
    queryFn: ({ signal }) => client.call(translationLines, {}, { signal }),
  });
}
