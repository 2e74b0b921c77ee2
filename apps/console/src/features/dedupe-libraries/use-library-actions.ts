import { type DedupeLibrary, enableDedupeLibraries } from '@parley/contract/dedupe-libraries';
import { useErrorToast, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import type { BatchAction, RowAction } from '../../ui/list/description.ts';

type Does = {
  onImport: (library: DedupeLibrary) => void;
  onChange: (library: DedupeLibrary) => void;
  onDelete: (libraries: readonly DedupeLibrary[]) => void;
};

/** Returns the actions on one library and on several. */
export function useLibraryActions({ onImport, onChange, onDelete }: Does) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const { mutate } = useMutation({
    mutationFn: (body: { ids: string[]; enabled: boolean }) => client.call(enableDedupeLibraries, { body }),
    onSuccess: ({ changed }) => void toasts.success(t('dedupeLibraries.changed', { count: changed })),
    onError: showError,
    onSettled: () => void cache.invalidateQueries({ queryKey: queryKeys.dedupeLibraries }),
  });
  const enable = (rows: readonly DedupeLibrary[], enabled: boolean) =>
    mutate({ ids: rows.map(({ id }) => id), enabled });
  const rowActions = (library: DedupeLibrary): readonly RowAction[] => [
    {
      key: 'import',
      label: t('dedupeLibraries.import'),
      beside: t('dedupeLibraries.importNamed', { name: library.name }),
      onAct: () => onImport(library),
    },
    { key: 'edit', label: t('dedupeLibraries.edit'), onAct: () => onChange(library) },
    {
      key: 'enable',
      label: t(library.enabled ? 'dedupeLibraries.disable' : 'dedupeLibraries.enable'),
      onAct: () => enable([library], !library.enabled),
    },
    {
      key: 'delete',
      label: t('dedupeLibraries.delete'),
      danger: true,
      divided: true,
      onAct: () => onDelete([library]),
    },
  ];
  const batchActions: readonly BatchAction<DedupeLibrary>[] = [
    { key: 'enable', label: t('dedupeLibraries.enable'), onAct: (rows) => enable(rows, true) },
    { key: 'disable', label: t('dedupeLibraries.disable'), onAct: (rows) => enable(rows, false) },
    { key: 'delete', label: t('dedupeLibraries.delete'), danger: true, onAct: onDelete },
  ];
  return { rowActions, batchActions };
}
