/** In a separate file from the requests, as live updates need these keys on every page. */
import { queryKeys } from '../../lib/query-keys.ts';

export const conversationsKey = [...queryKeys.chatHistory, 'conversations'] as const;
export const messagesKey = (conversationId: string) =>
  [...queryKeys.chatHistory, 'messages', conversationId] as const;
