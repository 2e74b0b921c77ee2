import {
  type ChatShare,
  cancelChatShare,
  deleteChatShare,
  setChatShareEnabled,
} from '@parley/contract/chat-shares';
import { useLinkActions } from '../../../entities/share-links/use-link-actions.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { sharesKey } from './queries.ts';

type Does = { onLink: (share: ChatShare) => void; onChange: (share: ChatShare) => void };

/** Returns the actions on a share. */
export function useShareActions(does: Does) {
  const client = useClient();
  return useLinkActions<ChatShare>({
    ...does,
    queryKey: sharesKey,
    calls: {
      setEnabled: (shareId, enabled) => client.call(setChatShareEnabled, { body: { shareId, enabled } }),
      cancel: (shareId) => client.call(cancelChatShare, { body: { shareId } }),
      remove: (shareId) => client.call(deleteChatShare, { body: { shareId } }),
    },
  });
}
