import { deleteQuickReplies, type QuickReply } from '@parley/contract/quick-replies';
import { useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { DeletionDialog } from '../../ui/DeletionDialog.tsx';

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
    <DeletionDialog
      of={replies.map(({ id, title }) => ({ id, name: title }))}
      texts={{
        title: t('quickReplies.deleteTitle', { count: replies.length }),
        delete: t('quickReplies.delete'),
        cancel: t('quickReplies.cancel'),
      }}
      removal={removal}
      onClose={onClose}
    >
      <p>{t('quickReplies.deleteHint')}</p>
    </DeletionDialog>
  );
}
