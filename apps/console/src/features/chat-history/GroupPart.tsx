// i18n-keys: chatHistory.groupExit.*
import { type GroupState, leaveGroupForOwner } from '@parley/contract/conversations';
import {
  ConfirmPopover,
  ForeignText,
  useConversationTitle,
  useErrorToast,
  useFaultSentence,
} from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { rescueFocus } from '../../lib/use-restored-focus.ts';
import type { ListedConversation } from './queries.ts';

/** Shows the social account's membership in a group, with an action to leave it. */
export function GroupPart({ conversation }: { conversation: ListedConversation }) {
  const { group } = conversation;
  if (group === null) return null;
  if (group.exit !== null) return <Exit exit={group.exit} reason={group.reason} />;
  return <LeaveGroup conversation={conversation} leaving={group.leaving} />;
}

function Exit({ exit, reason }: { exit: NonNullable<GroupState['exit']>; reason: string | null }) {
  const { t } = useTranslation();
  return <Tag title={reason ?? undefined}>{t(`chatHistory.groupExit.${exit}`)}</Tag>;
}

type LeaveProperties = { conversation: ListedConversation; leaving: GroupState['leaving'] };

function LeaveGroup({ conversation, leaving }: LeaveProperties) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const sentenceOf = useFaultSentence();
  const titleOf = useConversationTitle();
  const { id: conversationId } = conversation;
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.call(leaveGroupForOwner, { params: { conversationId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.chatHistory }),
    onError: useErrorToast(),
  });
  // The button that had the focus is unmounted with the group.
  useEffect(() => () => void queueMicrotask(rescueFocus), []);
  const isWaiting = leaving?.state === 'waiting';
  const problem = leaving?.state === 'failed' ? (leaving.reason ?? '') : null;
  return (
    <>
      {problem === null ? null : (
        <Tag color="error" title={sentenceOf(problem) ?? problem}>
          {t('chatHistory.leaveFailed')}
        </Tag>
      )}
      <ConfirmPopover
        classNames={{ root: 'leave-group' }}
        title={
          <ForeignText>{t('chatHistory.leaveQuestion', { name: titleOf(conversation, 60) })}</ForeignText>
        }
        description={t('chatHistory.leaveConsequences')}
        okText={t('chatHistory.leaveGroup')}
        okButtonProps={{ danger: true }}
        disabled={isWaiting}
        onConfirm={() => mutate()}
      >
        <Button size="small" danger loading={isPending || isWaiting}>
          {t(isWaiting ? 'chatHistory.leavingGroup' : 'chatHistory.leaveGroup')}
        </Button>
      </ConfirmPopover>
    </>
  );
}
