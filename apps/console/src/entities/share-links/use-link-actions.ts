import type { ShareStatus } from '@parley/contract/work-order-shares';
import { useErrorToast, useToasts } from '@parley/ui';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RowAction } from '../../ui/list/description.ts';

type Link = { id: string; title: string; status: ShareStatus };

/** The requests that change links of one kind. */
export type LinkCalls = {
  setEnabled: (shareId: string, enabled: boolean) => Promise<unknown>;
  cancel: (shareId: string) => Promise<unknown>;
  remove: (shareId: string) => Promise<unknown>;
};

type Does<Shown> = {
  calls: LinkCalls;
  /** Key of the queries that show the links. */
  queryKey: QueryKey;
  onLink: (link: Shown) => void;
  onChange: (link: Shown) => void;
};

/** Returns a function that lists the actions on a link. */
export function useLinkActions<Shown extends Link>({ calls, queryKey, onLink, onChange }: Does<Shown>) {
  const { t } = useTranslation();
  const run = useRun(queryKey);
  return (link: Shown): readonly RowAction[] => {
    const { id, status, title } = link;
    const isOver = status === 'cancelled';
    const isDisabled = status === 'disabled';
    return [
      {
        key: 'link',
        label: t('shareLinks.qrCode'),
        beside: t('shareLinks.qrCodeOf', { title }),
        onAct: () => onLink(link),
      },
      { key: 'edit', label: t('shareLinks.edit'), disabled: isOver, onAct: () => onChange(link) },
      {
        key: 'enabled',
        label: t(isDisabled ? 'shareLinks.enable' : 'shareLinks.disable'),
        disabled: isOver,
        onAct: () =>
          run(calls.setEnabled(id, isDisabled), t(isDisabled ? 'shareLinks.enabled' : 'shareLinks.disabled')),
      },
      {
        key: 'cancel',
        label: t('shareLinks.cancel'),
        danger: true,
        divided: true,
        disabled: isOver,
        confirm: { title: t('shareLinks.cancelTitle'), description: t('shareLinks.cancelHint') },
        onAct: () => run(calls.cancel(id), t('shareLinks.cancelled')),
      },
      {
        key: 'delete',
        label: t('shareLinks.delete'),
        danger: true,
        confirm: { title: t('shareLinks.deleteTitle'), description: t('shareLinks.deleteHint') },
        onAct: () => run(calls.remove(id), t('shareLinks.deleted')),
      },
    ];
  };
}

/** Returns a function that awaits a call and shows its outcome. */
function useRun(queryKey: QueryKey) {
  const cache = useQueryClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  return async (call: Promise<unknown>, done: string) => {
    try {
      await call;
      toasts.success(done);
    } catch (problem) {
      showError(problem);
    }
    await cache.invalidateQueries({ queryKey });
  };
}
