import type { WorkOrderShare } from '@parley/contract/work-order-shares';
import { CopyButton, ForeignText, type Formats, Moment, useFormats } from '@parley/ui';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf } from '../../entities/share-links/ShareLink.tsx';
import { ShareStatusTag } from '../../entities/share-links/ShareStatusTag.tsx';
import type { Column } from '../../ui/list/description.ts';

// i18n-keys: shareLinks.access.*

type ShareColumn = Column<WorkOrderShare>;

function content(t: TFunction): ShareColumn[] {
  return [
    {
      key: 'title',
      sort: 'title',
      title: t('shareLinks.title'),
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
          <CopyButton text={addressOf(share)} label={t('shareLinks.copyNamed', { title: share.title })} />
        </span>
      ),
    },
    {
      key: 'status',
      title: t('workOrderShares.statusName'),
      width: 100,
      render: ({ status }) => <ShareStatusTag status={status} />,
    },
    {
      key: 'access',
      title: t('shareLinks.accessName'),
      width: 110,
      render: ({ access, chatHistory }) => (
        <>
          {t(`shareLinks.access.${access}`)}
          {chatHistory ? <div className="quiet">{t('workOrderShares.withChats')}</div> : null}
        </>
      ),
    },
  ];
}

function times(t: TFunction, formats: Formats): ShareColumn[] {
  const moment = (at: number | null, otherwise = '') =>
    at === null ? otherwise : <Moment at={at}>{formats.dateTime(at)}</Moment>;
  return [
    {
      key: 'sharedAt',
      sort: 'sharedAt',
      title: t('workOrderShares.sharedAt'),
      width: 150,
      minor: true,
      render: ({ sharedAt }) => moment(sharedAt),
    },
    {
      key: 'expiresAt',
      sort: 'expiresAt',
      title: t('workOrderShares.expiresAt'),
      width: 150,
      render: ({ expiresAt }) => moment(expiresAt, t('shareLinks.unlimited')),
    },
    {
      key: 'lastOpenedAt',
      sort: 'lastOpenedAt',
      title: t('workOrderShares.lastOpenedAt'),
      width: 150,
      minor: true,
      render: ({ lastOpenedAt }) => moment(lastOpenedAt, t('workOrderShares.neverOpened')),
    },
    {
      key: 'opens',
      sort: 'opens',
      title: t('workOrderShares.opens'),
      width: 90,
      align: 'right',
      className: 'numeric',
      render: ({ opens }) => formats.number(opens),
    },
  ];
}

/** Returns the columns of the list of shares. */
export function useShareColumns(): readonly ShareColumn[] {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(() => [...content(t), ...times(t, formats)], [t, formats]);
}
