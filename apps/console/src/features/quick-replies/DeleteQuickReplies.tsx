import { deleteQuickReplies, type QuickReply } from '@parley/contract/quick-replies';
import { ErrorPanel, ForeignText, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';

type Properties = {
  /** At most as many as one request takes. */
  replies: readonly QuickReply[];
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
};

/** The number of names in the question. */
const named = 5;

/** Asks before quick replies are deleted. */
export function DeleteQuickReplies({ replies, onClose, onDeleted }: Properties) {
  const { t } = useTranslation();
  const { number } = useFormats();
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
      <ul>
        {replies.slice(0, named).map(({ id, title }) => (
          <li key={id}>
            <ForeignText>{title}</ForeignText>
          </li>
        ))}
        {replies.length > named ? (
          <li>{t('table.moreOf', { number: number(replies.length - named) })}</li>
        ) : null}
      </ul>
      <p>{t('quickReplies.deleteHint')}</p>
      {removal.error ? <ErrorPanel problem={removal.error} /> : null}
    </Modal>
  );
}
