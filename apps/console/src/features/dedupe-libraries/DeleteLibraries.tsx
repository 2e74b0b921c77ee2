import { type DedupeLibrary, deleteDedupeLibraries } from '@parley/contract/dedupe-libraries';
import { ErrorPanel, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { FirstNames } from '../../ui/FirstNames.tsx';

type Properties = {
  /** At most as many as one request takes. */
  libraries: readonly DedupeLibrary[];
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
};

/** Asks before libraries are deleted. */
export function DeleteLibraries({ libraries, onClose, onDeleted }: Properties) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const ids = libraries.map(({ id }) => id);
  const removal = useMutation({
    mutationFn: () => client.call(deleteDedupeLibraries, { body: { ids } }),
    onSuccess: () => {
      toasts.success(t('dedupeLibraries.deleted', { count: ids.length }));
      onDeleted(ids);
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: queryKeys.dedupeLibraries });
      void cache.invalidateQueries({ queryKey: queryKeys.dedupeImports });
    },
  });
  const entries = libraries.reduce((sum, library) => sum + library.entries, 0);
  return (
    <Modal
      open
      title={t('dedupeLibraries.deleteTitle', { count: libraries.length })}
      okText={t('dedupeLibraries.delete')}
      okButtonProps={{ danger: true }}
      cancelText={t('dedupeLibraries.cancel')}
      confirmLoading={removal.isPending}
      onOk={() => removal.mutate()}
      onCancel={onClose}
    >
      <FirstNames of={libraries} />
      <p>{t('dedupeLibraries.deleteHint', { entries: number(entries) })}</p>
      {removal.error ? <ErrorPanel problem={removal.error} /> : null}
    </Modal>
  );
}
