import { setSocialAccountEnabled } from '@parley/contract/channels';
import type { HeldPort } from '@parley/contract/ports';
import { type Formats, useErrorToast, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Badge } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import type { Column, RowAction } from '../../ui/list/description.ts';
import { holderColumns } from './holder-columns.tsx';

// i18n-keys: socialAccounts.state.*

const looks = { online: 'success', connecting: 'processing', offline: 'default', refused: 'error' } as const;

/** The sort keys of the holder's columns; past sessions, which share the columns, can't be sorted. */
const namingSorts: Readonly<Record<string, { sort: string }>> = {
  socialAccount: { sort: 'name' },
  subAccount: { sort: 'subAccount' },
};

const columnsOf = (t: TFunction, formats: Formats, language: string): Column<HeldPort>[] => [
  ...holderColumns<HeldPort>(t, language).map((column) => ({ ...column, ...namingSorts[column.key] })),
  {
    key: 'state',
    title: t('ports.state'),
    width: 120,
    render: ({ state }) => <Badge status={looks[state]} text={t(`socialAccounts.state.${state}`)} />,
  },
  {
    key: 'takenAt',
    sort: 'takenAt',
    title: t('ports.takenAt'),
    width: 150,
    className: 'numeric',
    render: (row) => formats.dateTime(row.takenAt),
  },
  {
    key: 'leasedUntil',
    title: t('ports.leasedUntil'),
    hint: t('ports.leasedUntilHint'),
    width: 130,
    className: 'numeric',
    render: (row) => formats.clock(row.leasedUntil),
  },
];

/** The ports in use and their holders. */
export function useHeldPortColumns(): readonly Column<HeldPort>[] {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  return useMemo(() => columnsOf(t, formats, i18n.language), [t, formats, i18n.language]);
}

/**
 * Returns an action that ends a session and releases its port: the social account is disabled until a user enables it
 * again.
 */
export function useHeldPortActions() {
  const { t } = useTranslation();
  const client = useClient();
  const toasts = useToasts();
  const queryClient = useQueryClient();
  const showError = useErrorToast();
  const forcing = useMutation({
    mutationFn: ({ socialAccountId }: HeldPort) =>
      client.call(setSocialAccountEnabled, { body: { id: socialAccountId, enabled: false } }),
    onSuccess: (_, { name }) => toasts.success(t('ports.disconnected', { name })),
    onError: showError,
    onSettled: () => {
      const { ports, pastSessions, socialAccounts, subAccounts } = queryKeys;
      for (const queryKey of [ports, pastSessions, socialAccounts, subAccounts]) {
        void queryClient.invalidateQueries({ queryKey });
      }
    },
  });
  return (port: HeldPort): readonly RowAction[] => [
    {
      key: 'force-off',
      label: t('ports.disconnect'),
      beside: t('ports.disconnectNamed', { name: port.name }),
      danger: true,
      confirm: { title: t('ports.disconnectTitle'), description: t('ports.disconnectHint') },
      onAct: () => forcing.mutateAsync(port).catch(() => undefined),
    },
  ];
}
