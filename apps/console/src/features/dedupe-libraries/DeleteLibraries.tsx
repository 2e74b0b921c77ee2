import { type DedupeLibrary, deleteDedupeLibraries } from '@parley/contract/dedupe-libraries';
import { useFormats } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { DeletionDialog } from '../../ui/DeletionDialog.tsx';
import { useRemoveRecords } from '../../ui/use-remove-records.ts';

type Properties = {
  /** At most the limit of one request. */
  libraries: readonly DedupeLibrary[];
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
};

/** Asks for confirmation before libraries are deleted. */
export function DeleteLibraries({ libraries, onClose, onDeleted }: Properties) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const client = useClient();
  const ids = libraries.map(({ id }) => id);
  const removal = useRemoveRecords({
    ids,
    remove: (gone) => client.call(deleteDedupeLibraries, { body: { ids: gone } }),
    deleted: t('dedupeLibraries.deleted', { count: ids.length }),
    refresh: [queryKeys.dedupeLibraries, queryKeys.dedupeImports],
    onDeleted,
  });
  const entries = libraries.reduce((sum, library) => sum + library.entries, 0);
  return (
    <DeletionDialog
      of={libraries}
      texts={{
        title: t('dedupeLibraries.deleteTitle', { count: libraries.length }),
        delete: t('dedupeLibraries.delete'),
        cancel: t('dedupeLibraries.cancel'),
      }}
      removal={removal}
      onClose={onClose}
    >
      <p>{t('dedupeLibraries.deleteHint', { entries: number(entries) })}</p>
    </DeletionDialog>
  );
}
