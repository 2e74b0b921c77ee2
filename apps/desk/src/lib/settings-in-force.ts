import type { Client } from '@parley/api-client';
import { getConversationSettings } from '@parley/contract/conversations';
import { type QueryClient, queryOptions } from '@tanstack/react-query';

const key = ['settings-in-force'];

/** The translation settings in force for a conversation, shown outside the form that changes them. */
export function settingsInForceQuery(client: Client, conversationId: string) {
  return queryOptions({
    queryKey: [...key, conversationId],
    queryFn: ({ signal }) => client.call(getConversationSettings, { params: { conversationId } }, { signal }),
  });
}

/** Refetches all displayed translation settings after a form has saved some. */
export function refreshSettingsInForce(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: key });
}

/** Key of the sub-account's own settings where they are shown outside their form. */
export const ownSettingsKey = [...key, 'own'];
