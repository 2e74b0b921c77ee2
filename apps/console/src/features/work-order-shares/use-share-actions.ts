import {
  cancelWorkOrderShare,
  deleteWorkOrderShare,
  setWorkOrderShareEnabled,
  type WorkOrderShare,
} from '@parley/contract/work-order-shares';
import { useErrorToast, useToasts } from '@parley/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import type { RowAction } from '../../ui/list/description.ts';

type Does = { onLink: (share: WorkOrderShare) => void; onChange: (share: WorkOrderShare) => void };

/** Returns what can be done with one share. */
export function useShareActions({ onLink, onChange }: Does) {
  const { t } = useTranslation();
  const { enable, cancel, remove } = useShareCalls();
  return (share: WorkOrderShare): readonly RowAction[] => {
    const { id: shareId, status, title } = share;
    const isOver = status === 'cancelled';
    const isDisabled = status === 'disabled';
    return [
      {
        key: 'link',
        label: t('workOrderShares.qrCode'),
        beside: t('workOrderShares.qrCodeOf', { title }),
        onAct: () => onLink(share),
      },
      { key: 'edit', label: t('workOrderShares.edit'), disabled: isOver, onAct: () => onChange(share) },
      {
        key: 'enabled',
        label: t(isDisabled ? 'workOrderShares.enable' : 'workOrderShares.disable'),
        disabled: isOver,
        onAct: () => enable(shareId, isDisabled),
      },
      {
        key: 'cancel',
        label: t('workOrderShares.cancel'),
        danger: true,
        divided: true,
        disabled: isOver,
        confirm: { title: t('workOrderShares.cancelTitle'), description: t('workOrderShares.cancelHint') },
        onAct: () => cancel(shareId),
      },
      {
        key: 'delete',
        label: t('workOrderShares.delete'),
        danger: true,
        confirm: { title: t('workOrderShares.deleteTitle'), description: t('workOrderShares.deleteHint') },
        onAct: () => remove(shareId),
      },
    ];
  };
}

/** Returns the calls of the actions; each says what became of it. */
function useShareCalls() {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const run = async (call: Promise<unknown>, done: string) => {
    try {
      await call;
      toasts.success(done);
    } catch (problem) {
      showError(problem);
    }
    await cache.invalidateQueries({ queryKey: queryKeys.workOrderShares });
  };
  return {
    enable: (shareId: string, enabled: boolean) =>
      run(
        client.call(setWorkOrderShareEnabled, { body: { shareId, enabled } }),
        t(enabled ? 'workOrderShares.enabled' : 'workOrderShares.disabled'),
      ),
    cancel: (shareId: string) =>
      run(client.call(cancelWorkOrderShare, { body: { shareId } }), t('workOrderShares.cancelled')),
    remove: (shareId: string) =>
      run(client.call(deleteWorkOrderShare, { body: { shareId } }), t('workOrderShares.deleted')),
  };
}
