import './notifications.css';
import type { NotificationItem } from '@parley/contract/notifications';
import { ForeignText, useFormats } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import type { Column, RowAction } from '../../ui/list/description.ts';
import { NoticeLevel } from '../../ui/NoticeLevel.tsx';
import { Expiry } from './Expiry.tsx';
import { NotificationLink } from './NotificationLink.tsx';

/** Returns the columns of the owner's notifications, with unread ones marked. */
export function useNotificationColumns(): readonly Column<NotificationItem>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  return [
    {
      key: 'title',
      title: t('notifications.title'),
      render: (row) => (
        <div className="notification-cell">
          <NotificationLink notification={row} />
          <ForeignText className="notification-summary quiet">{row.summary}</ForeignText>
        </div>
      ),
    },
    {
      key: 'level',
      title: t('notifications.level'),
      width: 90,
      render: (row) => <NoticeLevel level={row.level} />,
    },
    {
      key: 'published',
      title: t('notifications.published'),
      width: 150,
      className: 'numeric',
      render: (row) => dateTime(row.publishedAt),
    },
    {
      key: 'expires',
      title: t('notifications.expires'),
      width: 190,
      render: (row) => <Expiry expiresAt={row.expiresAt} />,
    },
  ];
}

/** Returns the actions on a notification: an unread one can be marked as read. */
export function useNotificationActions(onRead: (id: string) => void) {
  const { t } = useTranslation();
  return ({ id, title, readAt }: NotificationItem): readonly RowAction[] => [
    readAt === null
      ? {
          key: 'read',
          label: t('notifications.mark'),
          beside: t('notifications.markNamed', { title }),
          onAct: () => onRead(id),
        }
      : { key: 'read', label: t('notifications.isRead'), beside: t('notifications.isRead'), disabled: true },
  ];
}
