import type { ShareStatus, WorkOrderShare } from '@parley/contract/work-order-shares';
import { CopyButton, ForeignText, type Formats, Moment, useFormats } from '@parley/ui';
import { Tag } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/list/description.ts';
import { addressOf } from '../../ui/ShareLink.tsx';

// i18n-keys: workOrderShares.status.* workOrderShares.access.*

type ShareColumn = Column<WorkOrderShare>;

const colors: Readonly<Record<ShareStatus, string>> = {
  enabled: 'success',
  disabled: 'default',
  cancelled: 'red',
  expired: 'orange',
};

function content(t: TFunction): ShareColumn[] {
  return [
    {
      key: 'title',
      title: t('workOrderShares.title'),
      width: 180,
      render: ({ title }) => <ForeignText>{title}</ForeignText>,
    },
    {
      key: 'orders',
      title: t('workOrderShares.orders'),
      width: 200,
      render: ({ orders }) => <ForeignText>{orders.map(({ name }) => name).join(', ')}</ForeignText>,
    },
    {
      key: 'link',
      title: t('workOrderShares.link'),
      width: 220,
      render: (share) => (
        <span className="share-path">
          <span className="code clip">{share.path}</span>
          <CopyButton
            text={addressOf(share)}
            label={t('workOrderShares.copyNamed', { title: share.title })}
          />
        </span>
      ),
    },
    {
      key: 'status',
      title: t('workOrderShares.statusName'),
      width: 100,
      render: ({ status }) => <Tag color={colors[status]}>{t(`workOrderShares.status.${status}`)}</Tag>,
    },
    {
      key: 'access',
      title: t('workOrderShares.accessName'),
      width: 110,
      render: ({ access }) => t(`workOrderShares.access.${access}`),
    },
  ];
}

function times(t: TFunction, formats: Formats): ShareColumn[] {
  const moment = (at: number | null, otherwise = '') =>
    at === null ? otherwise : <Moment at={at}>{formats.dateTime(at)}</Moment>;
  return [
    {
      key: 'sharedAt',
      title: t('workOrderShares.sharedAt'),
      width: 150,
      minor: true,
      render: ({ sharedAt }) => moment(sharedAt),
    },
    {
      key: 'expiresAt',
      title: t('workOrderShares.expiresAt'),
      width: 150,
      render: ({ expiresAt }) => moment(expiresAt, t('workOrderShares.unlimited')),
    },
    {
      key: 'lastOpenedAt',
      title: t('workOrderShares.lastOpenedAt'),
      width: 150,
      minor: true,
      render: ({ lastOpenedAt }) => moment(lastOpenedAt, t('workOrderShares.neverOpened')),
    },
    {
      key: 'opens',
      title: t('workOrderShares.opens'),
      width: 90,
      align: 'right',
      className: 'numeric',
      render: ({ opens }) => formats.number(opens),
    },
  ];
}

/** Returns the columns of the share record. */
export function useShareColumns(): readonly ShareColumn[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(() => [...content(t), ...times(t, formats)], [t, formats]);
}
