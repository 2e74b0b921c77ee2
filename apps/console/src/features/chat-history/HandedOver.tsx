import { SwapOutlined } from '@ant-design/icons';
import { takeBackForOwner } from '@parley/contract/hand-overs';
import { ConfirmPopover, ForeignText, useErrorToast, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { rescueFocus } from '../../lib/use-restored-focus.ts';
import type { ListedConversation } from './queries.ts';

/** Shows a hand-over with both sub-accounts, and an action to take the conversation back. */
export function HandedOver({ conversation }: { conversation: ListedConversation }) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { id: conversationId, handOver, subAccountRemark: receiver } = conversation;
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => client.call(takeBackForOwner, { params: { conversationId } }),
    onSuccess: () => {
      toasts.success(t('chatHistory.takenBack'));
      return queryClient.invalidateQueries({ queryKey: queryKeys.chatHistory });
    },
    onError: useErrorToast(),
  });
  // The button that had the focus is unmounted.
  useEffect(() => {
    if (isSuccess && handOver === null) rescueFocus();
  }, [isSuccess, handOver]);
  if (handOver === null) return null;
  const { from, note } = handOver;
  return (
    <>
      <Tag icon={<SwapOutlined aria-hidden />} title={note === '' ? undefined : note}>
        <ForeignText>{t('chatHistory.handedOver', { from, to: receiver })}</ForeignText>
      </Tag>
      <ConfirmPopover
        title={t('chatHistory.takeBackQuestion', { name: from })}
        okText={t('chatHistory.takeBack')}
        onConfirm={() => mutate()}
      >
        <Button size="small" loading={isPending}>
          {t('chatHistory.takeBack')}
        </Button>
      </ConfirmPopover>
    </>
  );
}
