import type { Client } from '@parley/api-client';
import { getConversationSettings, getDeskSettings, translationLines } from '@parley/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';

export const deskSettingsKey = ['translation-settings', 'desk'] as const;
export const conversationSettingsKey = (id: string) => ['translation-settings', 'conversation', id] as const;

export function deskSettingsQuery(client: Client) {
  return queryOptions({
    queryKey: deskSettingsKey,
    queryFn: ({ signal }) => client.call(getDeskSettings, {}, { signal }),
  });
}

export function conversationSettingsQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: conversationSettingsKey(id),
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

/** A change at one level can change what is in force at all others. */
export function forgetSettings(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['translation-settings'] });
}
