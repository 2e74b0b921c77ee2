import { deleteQuickReplies, type QuickReply } from '@parley/contract/quick-replies';
import { ErrorPanel, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { FirstNames } from '../../ui/FirstNames.tsx';

type Properties = {
  /** At most as many as one request takes. */
  replies: readonly QuickReply[];
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
};

/** Asks before quick replies are deleted. */
export function DeleteQuickReplies({ replies, onClose, onDeleted }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const ids = replies.map(({ id }) => id);
  const removal = useMutation({
    mutationFn: () => client.call(deleteQuickReplies, { body: { ids } }),
    onSuccess: () => {
      toasts.success(t('quickReplies.deleted', { count: ids.length }));
      onDeleted(ids);
      onClose();
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: queryKeys.quickReplies }),
  });
  return (
    <Modal
      open
      title={t('quickReplies.deleteTitle', { count: replies.length })}
      okText={t('quickReplies.delete')}
      okButtonProps={{ danger: true }}
      cancelText={t('quickReplies.cancel')}
      confirmLoading={removal.isPending}
      onOk={() => removal.mutate()}
      onCancel={onClose}
    >
      <FirstNames of={replies.map(({ id, title }) => ({ id, name: title }))} />
      <p>{t('quickReplies.deleteHint')}</p>
      {removal.error ? <ErrorPanel problem={removal.error} /> : null}
    </Modal>
  );
}
