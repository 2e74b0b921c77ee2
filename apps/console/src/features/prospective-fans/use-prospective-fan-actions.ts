// i18n-keys: prospectiveFans.set.*
import {
  type ProspectiveFan,
  type ProspectiveFanState,
  setProspectiveFanState,
} from '@parley/contract/prospective-fans';
import { useErrorToast, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import type { BatchAction, RowAction } from '../../ui/list/description.ts';

type Does = {
  onGiveUp: (entries: readonly ProspectiveFan[]) => void;
  onDelete: (entries: readonly ProspectiveFan[]) => void;
};
type Settable = Exclude<ProspectiveFanState, 'claimed'>;

/** Returns the actions on one entry and on several; giving up asks for the reason first. */
export function useProspectiveFanActions({ onGiveUp, onDelete }: Does) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const { mutate } = useMutation({
    mutationFn: (body: { ids: string[]; state: Settable }) => client.call(setProspectiveFanState, { body }),
    onSuccess: ({ changed }) => void toasts.success(t('prospectiveFans.changed', { count: changed })),
    onError: useErrorToast(),
    onSettled: () => void cache.invalidateQueries({ queryKey: queryKeys.prospectiveFans }),
  });
  const set = (entries: readonly ProspectiveFan[], state: Settable) =>
    state === 'given-up' ? onGiveUp(entries) : mutate({ ids: entries.map(({ id }) => id), state });
  const states = ['open', 'done', 'given-up'] as const;
  const rowActions = (entry: ProspectiveFan): readonly RowAction[] => [
    ...states
      .filter((state) => state !== entry.state)
      .map((state) => ({
        key: state,
        label: t(`prospectiveFans.set.${state}`),
        onAct: () => set([entry], state),
      })),
    {
      key: 'delete',
      label: t('prospectiveFans.delete'),
      danger: true,
      divided: true,
      onAct: () => onDelete([entry]),
    },
  ];
  const batchActions: readonly BatchAction<ProspectiveFan>[] = [
    ...states.map((state) => ({
      key: state,
      label: t(`prospectiveFans.set.${state}`),
      onAct: (entries: readonly ProspectiveFan[]) => set(entries, state),
    })),
    { key: 'delete', label: t('prospectiveFans.delete'), danger: true, onAct: onDelete },
  ];
  return { rowActions, batchActions };
}
