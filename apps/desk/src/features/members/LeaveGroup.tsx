import { type Conversation, leaveGroup } from '@parley/contract/conversations';
import { ConfirmPopover, printableLine, useErrorToast } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { useConnected } from '../../lib/use-connected.ts';

export type LeaveGroupProperties = {
  conversation: Conversation;
  /** The platform lets social accounts leave groups. */
  canLeave: boolean;
  onChanged: (conversation: Conversation) => void;
};

/** Removes the social account from the group, after a confirmation that states the consequences. Shown below the members. */
export function LeaveGroup({ conversation, canLeave, onChanged }: LeaveGroupProperties) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const connected = useConnected();
  const toast = useErrorToast();
  const { id: conversationId, group, handOver, title } = conversation;
  const { mutate, isPending } = useMutation({
    mutationFn: () => client.call(leaveGroup, { params: { conversationId } }),
    onSuccess: onChanged,
    onError: toast,
  });
  if (!canLeave || group === null || group.exit !== null) return null;
  if (handOver !== null) return <p className="desk-members-hint">{t('members.leave.guest')}</p>;
  const isWaiting = group.leaving?.state === 'waiting';
  return (
    <ConfirmPopover
      classNames={{ root: 'desk-leave-group' }}
      title={<bdi>{t('members.leave.question', { name: printableLine(title, 60) })}</bdi>}
      description={t('members.leave.consequences')}
      okText={t('members.leave.act')}
      okButtonProps={{ danger: true }}
      cancelText={t('cancel')}
      disabled={isWaiting}
      onConfirm={() => mutate()}
    >
      <Button danger block loading={isPending || isWaiting} disabled={!connected}>
        {t(isWaiting ? 'members.leave.waiting' : 'members.leave.act')}
      </Button>
    </ConfirmPopover>
  );
}
