import { enableSplitLinks, type SplitLinkListed } from '@parley/contract/split-links';
import { openSplitReport } from '@parley/contract/split-reports';
import { useErrorToast, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import type { BatchAction, RowAction } from '../../ui/list/description.ts';

type Does = {
  onChange: (link: SplitLinkListed) => void;
  onCopy: (link: SplitLinkListed) => void;
  onQrCode: (link: SplitLinkListed) => void;
  onRecords: (link: SplitLinkListed) => void;
  onShare: (link: SplitLinkListed) => void;
  onDelete: (links: readonly SplitLinkListed[]) => void;
};

/**
 * Returns a function that opens the report in a new tab. The tab is opened before the URL is known, because browsers
 * block one that is opened after a wait.
 */
function useOpenReport(): (link: SplitLinkListed) => void {
  const client = useClient();
  const showError = useErrorToast();
  return (link) => {
    const tab = window.open('', '_blank');
    void client.call(openSplitReport, { body: { splitLinkId: link.id } }).then(
      ({ path }) => {
        if (tab === null) return void window.location.assign(path);
        tab.opener = null;
        tab.location.replace(path);
      },
      (problem: unknown) => {
        tab?.close();
        showError(problem);
      },
    );
  };
}

/** Returns the actions on one split link and on several. */
export function useSplitLinkActions({ onChange, onCopy, onQrCode, onRecords, onShare, onDelete }: Does) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const refresh = () => void cache.invalidateQueries({ queryKey: queryKeys.splitLinks });
  const { mutate } = useMutation({
    mutationFn: (body: { ids: string[]; enabled: boolean }) => client.call(enableSplitLinks, { body }),
    onSuccess: ({ changed }) => void toasts.success(t('splitLinks.changed', { count: changed })),
    onError: showError,
    onSettled: refresh,
  });
  const openReport = useOpenReport();
  const enable = (rows: readonly SplitLinkListed[], enabled: boolean) =>
    mutate({ ids: rows.map(({ id }) => id), enabled });
  const rowActions = (link: SplitLinkListed): readonly RowAction[] => [
    {
      key: 'edit',
      label: t('splitLinks.edit'),
      beside: t('splitLinks.editNamed', { name: link.name }),
      onAct: () => onChange(link),
    },
    { key: 'report', label: t('splitLinks.report.open'), onAct: () => openReport(link) },
    { key: 'share-report', label: t('splitLinks.report.share'), onAct: () => onShare(link) },
    { key: 'records', label: t('splitLinks.records'), onAct: () => onRecords(link) },
    { key: 'qr-code', label: t('splitLinks.qrCode'), onAct: () => onQrCode(link) },
    {
      key: 'copy',
      label: t('splitLinks.duplicate'),
      onAct: () => onCopy(link),
    },
    {
      key: 'enable',
      label: t(link.enabled ? 'splitLinks.disable' : 'splitLinks.enable'),
      onAct: () => enable([link], !link.enabled),
    },
    {
      key: 'delete',
      label: t('splitLinks.delete'),
      danger: true,
      divided: true,
      onAct: () => onDelete([link]),
    },
  ];
  const batchActions: readonly BatchAction<SplitLinkListed>[] = [
    { key: 'enable', label: t('splitLinks.enable'), onAct: (rows) => enable(rows, true) },
    { key: 'disable', label: t('splitLinks.disable'), onAct: (rows) => enable(rows, false) },
    { key: 'delete', label: t('splitLinks.delete'), danger: true, onAct: onDelete },
  ];
  return { rowActions, batchActions };
}
