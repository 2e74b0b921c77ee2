import { deleteQuickReplies, type QuickReply } from '@parley/contract/quick-replies';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { DeletionDialog } from '../../ui/DeletionDialog.tsx';
import { useRemoveRecords } from '../../ui/use-remove-records.ts';

type Properties = {
  /** At most the limit of one request. */
  replies: readonly QuickReply[];
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
};

/** Asks for confirmation before quick replies are deleted. */
export function DeleteQuickReplies({ replies, onClose, onDeleted }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const ids = replies.map(({ id }) => id);
  const removal = useRemoveRecords({
    ids,
    remove: (gone) => client.call(deleteQuickReplies, { body: { ids: gone } }),
    deleted: t('quickReplies.deleted', { count: ids.length }),
    refresh: [queryKeys.quickReplies],
    onDeleted: (gone) => {
      onDeleted(gone);
      onClose();
    },
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
