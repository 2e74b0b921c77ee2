// i18n-keys: workOrders.batch.*
import { setWorkOrderStatus, type WorkOrder } from '@parley/contract/work-orders';
import { ForeignText, useErrorToast, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { SelectedRows } from '../../ui/SelectedRows.tsx';

type Properties = {
  /** The orders that don't have this status yet. */
  rows: readonly WorkOrder[];
  status: WorkOrder['status'];
  onClose: () => void;
  onDone: () => void;
};

const tasks = { closed: 'close', open: 'reopen' } as const;

/** Asks before several work orders are closed or reopened, and names them: all of them change, or none. */
export function ChangeStatus({ rows, status, onClose, onDone }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const task = tasks[status];
  const change = useMutation({
    mutationFn: () => client.call(setWorkOrderStatus, { body: { ids: rows.map(({ id }) => id), status } }),
    onSuccess({ changed }) {
      void toasts.success(t('workOrders.batch.changed', { count: changed }));
      onClose();
      onDone();
    },
    onError: (problem) => showError(problem),
    onSettled: () => void cache.invalidateQueries({ queryKey: queryKeys.workOrders }),
  });
  return (
    <Modal
      open
      title={t(`workOrders.batch.${task}Title`, { count: rows.length })}
      okText={t(`workOrders.batch.${task}`)}
      confirmLoading={change.isPending}
      onOk={() => change.mutate()}
      onCancel={onClose}
    >
      <SelectedRows rows={rows} nameOf={({ name }) => <ForeignText>{name}</ForeignText>} />
      <p>{t(`workOrders.batch.${task}Hint`)}</p>
    </Modal>
  );
}
