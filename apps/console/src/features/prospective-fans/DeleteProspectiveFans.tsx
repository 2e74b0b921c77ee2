import { deleteProspectiveFans, type ProspectiveFan } from '@parley/contract/prospective-fans';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { DeletionDialog } from '../../ui/DeletionDialog.tsx';
import { useRemoveRecords } from '../../ui/use-remove-records.ts';
import { nameOfEntry } from './columns.tsx';

type Properties = {
  /** At most the limit of one request. */
  entries: readonly ProspectiveFan[];
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
};

/** Asks for confirmation before prospective fans are deleted. */
export function DeleteProspectiveFans({ entries, onClose, onDeleted }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const ids = entries.map(({ id }) => id);
  const removal = useRemoveRecords({
    ids,
    remove: (gone) => client.call(deleteProspectiveFans, { body: { ids: gone } }),
    deleted: t('prospectiveFans.deleted', { count: ids.length }),
    refresh: [queryKeys.prospectiveFans, queryKeys.splitLinks, queryKeys.splitLinkRecords],
    onDeleted: (gone) => {
      onDeleted(gone);
      onClose();
    },
  });
  return (
    <DeletionDialog
      of={entries.map((entry) => ({ id: entry.id, name: nameOfEntry(entry) }))}
      texts={{
        title: t('prospectiveFans.deleteTitle', { count: ids.length }),
        delete: t('prospectiveFans.delete'),
        cancel: t('prospectiveFans.cancel'),
      }}
      removal={removal}
      onClose={onClose}
    >
      <p>{t('prospectiveFans.deleteHint')}</p>
    </DeletionDialog>
  );
}
