import './notifications.css';
import type { NotificationItem } from '@parley/contract/notifications';
import { ForeignText, type Formats, useFormats } from '@parley/ui';
import { Button, type TableColumnsType } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { NoticeLevel } from '../../ui/NoticeLevel.tsx';
import { type Paged, PagedTable } from '../../ui/PagedTable.tsx';
import { Expiry } from './Expiry.tsx';
import { NotificationLink } from './NotificationLink.tsx';

type Properties = {
  page: Paged<NotificationItem>;
  /** The same function at each render. */
  onRead: (id: string) => void;
};

function columnsOf(
  t: TFunction,
  { dateTime }: Formats,
  onRead: Properties['onRead'],
): TableColumnsType<NotificationItem> {
  return [
    {
      title: t('notifications.title'),
      render: (_, row) => (
        <div className="notification-cell">
          <NotificationLink notification={row} />
          <ForeignText className="notification-summary quiet">{row.summary}</ForeignText>
        </div>
      ),
    },
    { title: t('notifications.level'), width: 90, render: (_, row) => <NoticeLevel level={row.level} /> },
    {
      title: t('notifications.published'),
      width: 150,
      className: 'numeric',
      render: (_, row) => dateTime(row.publishedAt),
    },
    {
      title: t('notifications.expires'),
      width: 190,
      render: (_, row) => <Expiry expiresAt={row.expiresAt} />,
    },
    {
      title: t('table.actions'),
      width: 120,
      render: (_, row) =>
        row.readAt === null ? (
          <Button
            type="link"
            size="small"
            aria-label={t('notifications.markNamed', { title: row.title })}
            onClick={() => onRead(row.id)}
          >
            {t('notifications.mark')}
          </Button>
        ) : (
          <span className="quiet">{t('notifications.isRead')}</span>
        ),
    },
  ];
}

/** What the operator has published, unread ones marked. */
export function NotificationTable({ page, onRead }: Properties) {
  const { t } = useTranslation();
  const formats = useFormats();
  const columns = useMemo(() => columnsOf(t, formats, onRead), [t, formats, onRead]);
  return <PagedTable columns={columns} {...page} />;
}
