import { closeWorkOrder, reopenWorkOrder, type WorkOrder } from '@parley/contract/work-orders';
import { useErrorToast, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import type { RowAction } from '../../ui/list/description.ts';

type Does = {
  onShow: (order: WorkOrder) => void;
  onShare: (order: WorkOrder) => void;
  /** Returns the path of the list of links to a work order. */
  sharesOf: (order: WorkOrder) => string;
  onChange: (order: WorkOrder) => void;
  onDelete: (order: WorkOrder) => void;
};

/** Returns the actions on a work order. */
export function useWorkOrderActions({ onShow, onShare, sharesOf, onChange, onDelete }: Does) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const status = useMutation({
    mutationFn: ({ id, status: now }: WorkOrder) =>
      client.call(now === 'open' ? closeWorkOrder : reopenWorkOrder, { body: { workOrderId: id } }),
    onSuccess: (order) =>
      toasts.success(t(order.status === 'open' ? 'workOrders.reopenedOne' : 'workOrders.closedOne')),
    onError: showError,
    onSettled: () => void cache.invalidateQueries({ queryKey: queryKeys.workOrders }),
  });
  return (order: WorkOrder): readonly RowAction[] => [
    {
      key: 'history',
      label: t('workOrders.details'),
      beside: t('workOrders.detailsNamed', { name: order.name }),
      onAct: () => onShow(order),
    },
    { key: 'share', label: t('workOrders.share'), onAct: () => onShare(order) },
    { key: 'shares', label: t('workOrders.shares'), to: sharesOf(order) },
    { key: 'edit', label: t('workOrders.edit'), onAct: () => onChange(order) },
    order.status === 'open'
      ? {
          key: 'close',
          label: t('workOrders.close'),
          confirm: { title: t('workOrders.closeTitle'), description: t('workOrders.closeHint') },
          onAct: () => status.mutateAsync(order).catch(() => undefined),
        }
      : {
          key: 'reopen',
          label: t('workOrders.reopen'),
          onAct: () => status.mutateAsync(order).catch(() => undefined),
        },
    {
      key: 'delete',
      label: t('workOrders.delete'),
      danger: true,
      divided: true,
      onAct: () => onDelete(order),
    },
  ];
}
