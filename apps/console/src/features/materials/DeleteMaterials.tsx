// i18n-keys: materials.usageKinds.*
import {
  deleteMaterials,
  type Material,
  type MaterialUsage,
  materialUsages,
} from '@parley/contract/materials';
import { ForeignText } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { DeletionDialog } from '../../ui/DeletionDialog.tsx';
import { useRemoveRecords } from '../../ui/use-remove-records.ts';
import { materialKeys } from './use-refresh-materials.ts';

type Properties = {
  /** At most the limit of one request. */
  materials: readonly Material[];
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
};

/** Maximum number of materials in one request for their usages. */
const asked = 50;

/** Asks for confirmation before materials are deleted, and shows what uses them. */
export function DeleteMaterials({ materials, onClose, onDeleted }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const ids = materials.map(({ id }) => id);
  const query = { ids: ids.slice(0, asked).join(',') };
  const usages = useQuery({
    queryKey: [...queryKeys.materials, 'usages', query],
    queryFn: ({ signal }) => client.call(materialUsages, { query }, { signal }),
    staleTime: 0,
  });
  const removal = useRemoveRecords({
    ids,
    remove: (gone) => client.call(deleteMaterials, { body: { ids: gone } }),
    deleted: t('materials.deleted', { count: ids.length }),
    refresh: materialKeys,
    onDeleted: (gone) => {
      onDeleted(gone);
      onClose();
    },
    onError: () => void usages.refetch(),
  });
  const used = usages.data?.list ?? [];
  return (
    <DeletionDialog
      of={materials.map(({ id, title }) => ({ id, name: title }))}
      texts={{
        title: t('materials.deleteTitle', { count: materials.length }),
        delete: t('materials.delete'),
        cancel: t('materials.cancel'),
      }}
      removal={removal}
      disabled={used.length > 0}
      onClose={onClose}
    >
      {used.length > 0 ? <Usages usages={used} /> : <p>{t('materials.deleteHint')}</p>}
    </DeletionDialog>
  );
}

function Usages({ usages }: { usages: readonly MaterialUsage[] }) {
  const { t } = useTranslation();
  return (
    <Alert
      type="warning"
      showIcon
      title={t('materials.inUse')}
      description={
        <ul className="plain-list">
          {usages.map(({ kind, id, materialId, name }) => (
            <li key={`${id} ${materialId}`}>
              {t(`materials.usageKinds.${kind}`)} · <ForeignText>{name}</ForeignText>
            </li>
          ))}
        </ul>
      }
    />
  );
}
