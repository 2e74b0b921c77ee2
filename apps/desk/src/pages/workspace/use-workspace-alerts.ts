import { unreadBadge } from '@parley/chat-core';
import type { DeskSocialAccount } from '@parley/contract/channels';
import { useQueryClient } from '@tanstack/react-query';
import { useAlerts } from '../../features/alerts/use-alerts.ts';
import { useUnreadBadge } from '../../features/alerts/use-unread-badge.ts';
import { conversationQuery, knownConversation } from '../../features/conversations/conversation-queries.ts';
import type { Me } from '../../features/identity/me-query.ts';
import { useDesk } from '../../lib/desk-context.tsx';
import type { DeskLocation } from './use-desk-location.ts';

/** Connects the alerts with the conversations and accounts of this desk. */
export function useWorkspaceAlerts(me: Me, accounts: readonly DeskSocialAccount[], location: DeskLocation) {
  const { client } = useDesk();
  const queryClient = useQueryClient();
  useUnreadBadge(unreadBadge(accounts));
  useAlerts({
    subAccountId: me.subAccountId,
    accounts,
    openId: location.conversationId,
    // Names rarely change, so any cached conversation will do.
    conversationOf: async (id) =>
      knownConversation(queryClient, id) ??
      queryClient.fetchQuery(conversationQuery(client, queryClient, id)),
    onOpen: location.open,
  });
}
