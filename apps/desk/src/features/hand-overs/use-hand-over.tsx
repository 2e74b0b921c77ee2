import type { Conversation } from '@parley/contract/conversations';
import { handOverConversation, takeBackConversation } from '@parley/contract/hand-overs';
import { useErrorToast, useToasts } from '@parley/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { readAgentName } from '../../lib/agent-name.ts';
import { useDesk } from '../../lib/desk-context.tsx';
import { refreshHandOvers } from './hand-over-queries.ts';

/** `to` is the receiver with its name; null returns the conversation to the sub-account that it came from. */
export type HandOverRequest = { to: { id: string; name: string } | null; note: string };

export type HandOvers = {
  /** Resolves to whether it succeeded; a failure has already been shown. */
  give(conversation: Conversation, receiving: HandOverRequest): Promise<boolean>;
  takeBack(conversationId: string): Promise<boolean>;
};

/** @param onMoved called with a conversation that arrived or left, so that lists are reloaded */
export function useHandOver(onMoved: (conversationId: string) => void): HandOvers {
  const { t } = useTranslation();
  const { client, storage } = useDesk();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const toastError = useErrorToast();
  const author = () => {
    const authorName = readAgentName(storage);
    return authorName === undefined ? {} : { authorName };
  };
  const attempt = async (conversationId: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (problem) {
      toastError(problem);
      return false;
    }
    onMoved(conversationId);
    refreshHandOvers(queryClient);
    return true;
  };
  const takeBack = (conversationId: string) =>
    attempt(conversationId, async () => {
      await client.call(takeBackConversation, { params: { conversationId }, body: author() });
      toasts.success({ key: 'hand-over', content: t('handOver.takenBack'), duration: 3 });
    });
  return {
    takeBack,
    give: ({ id, handOver }, { to, note }) =>
      attempt(id, async () => {
        const body = { subAccountId: to?.id ?? null, note, ...author() };
        await client.call(handOverConversation, { params: { conversationId: id }, body });
        const done = to === null ? t('handOver.handedBack') : t('handOver.done', { name: to.name });
        // Only the social account's own sub-account can take it back.
        const undo =
          handOver === null ? (
            <Button type="link" size="small" onClick={() => void takeBack(id)}>
              {t('handOver.undo')}
            </Button>
          ) : null;
        toasts.success({
          key: 'hand-over',
          duration: 8,
          content: (
            <>
              {done}
              {undo}
            </>
          ),
        });
      }),
  };
}
