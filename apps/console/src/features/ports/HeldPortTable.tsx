import { setSocialAccountEnabled } from '@parley/contract/channels';
import type { HeldPort } from '@parley/contract/ports';
import { type Formats, useErrorToast, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Badge, Button, Popconfirm, type TableColumnsType } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useNarrow } from '../../lib/use-narrow.ts';
import { type Paged, PagedTable } from '../../ui/PagedTable.tsx';
import { namingColumns } from './naming-columns.tsx';

// i18n-keys: socialAccounts.state.*

const looks = { online: 'success', connecting: 'processing', offline: 'default', refused: 'error' } as const;

function columnsOf(t: TFunction, formats: Formats, language: string, pinned: boolean) {
  const columns: TableColumnsType<HeldPort> = [
    ...namingColumns<HeldPort>(t, language),
    {
      title: t('ports.state'),
      width: 120,
      render: (_, { state }) => <Badge status={looks[state]} text={t(`socialAccounts.state.${state}`)} />,
    },
    {
      title: t('ports.takenAt'),
      width: 150,
      className: 'numeric',
      render: (_, row) => formats.dateTime(row.takenAt),
    },
    {
      title: <span title={t('ports.leasedUntilHint')}>{t('ports.leasedUntil')}</span>,
      width: 130,
      className: 'numeric',
      render: (_, row) => formats.clock(row.leasedUntil),
    },
    {
      title: t('table.actions'),
      key: 'actions',
      width: 110,
      ...(pinned ? { fixed: 'end' as const } : {}),
      render: (_, row) => <ForceOff port={row} />,
    },
  ];
  return columns;
}

/** The ports that are taken, and who holds each. */
export function HeldPortTable({ page }: { page: Paged<HeldPort> }) {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const pinned = !useNarrow();
  const columns = useMemo(
    () => columnsOf(t, formats, i18n.language, pinned),
    [t, formats, i18n.language, pinned],
  );
  return <PagedTable columns={columns} {...page} />;
}

/** Ends a session and gives its port back: the social account is switched off until somebody enables it. */
function ForceOff({ port: { socialAccountId, name } }: { port: HeldPort }) {
  const { t } = useTranslation();
  const client = useClient();
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const showError = useErrorToast();
  const forcing = useMutation({
    mutationFn: () => client.call(setSocialAccountEnabled, { body: { id: socialAccountId, enabled: false } }),
    onSuccess: () => toasts.success(t('ports.forcedOff', { name })),
    onError: showError,
    onSettled: () => {
      const { ports, pastSessions, socialAccounts, subAccounts } = queryKeys;
      for (const queryKey of [ports, pastSessions, socialAccounts, subAccounts]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
  return (
    <Popconfirm
      title={t('ports.forceOffTitle')}
      description={<div className="confirm-text">{t('ports.forceOffHint')}</div>}
      okText={t('ports.forceOff')}
      okButtonProps={{ danger: true }}
      onConfirm={() => forcing.mutateAsync().catch(() => undefined)}
    >
      <Button
        type="link"
        size="small"
        danger
        loading={forcing.isPending}
        aria-label={t('ports.forceOffNamed', { name })}
      >
        {t('ports.forceOff')}
      </Button>
    </Popconfirm>
  );
}
