import { deleteSplitLinks, type SplitLinkListed } from '@parley/contract/split-links';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { DeletionDialog } from '../../ui/DeletionDialog.tsx';
import { useRemoveRecords } from '../../ui/use-remove-records.ts';

type Properties = {
  /** At most the limit of one request. */
  links: readonly SplitLinkListed[];
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
};

/** Asks for confirmation before split links are deleted. */
export function DeleteSplitLinks({ links, onClose, onDeleted }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const ids = links.map(({ id }) => id);
  const removal = useRemoveRecords({
    ids,
    remove: (gone) => client.call(deleteSplitLinks, { body: { ids: gone } }),
    deleted: t('splitLinks.deleted', { count: ids.length }),
    refresh: [queryKeys.splitLinks],
    onDeleted: (gone) => {
      onDeleted(gone);
      onClose();
    },
  });
  return (
    <DeletionDialog
      of={links.map(({ id, name }) => ({ id, name }))}
      texts={{
        title: t('splitLinks.deleteTitle', { count: links.length }),
        delete: t('splitLinks.delete'),
        cancel: t('splitLinks.cancel'),
      }}
      removal={removal}
      onClose={onClose}
    >
      <p>{t('splitLinks.deleteHint')}</p>
    </DeletionDialog>
  );
}
