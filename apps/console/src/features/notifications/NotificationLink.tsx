import type { NotificationItem } from '@parley/contract/notifications';
import { ForeignText } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

/** Returns the path of a notification. */
export function notificationPath(id: string): string {
  return `${paths.notificationDetail}?${new URLSearchParams({ id })}`;
}

type Properties = { notification: Pick<NotificationItem, 'id' | 'title' | 'readAt'>; onFollow?: () => void };

/** Links to a notification by its title; an unread one has a mark with a text for screen readers. */
export function NotificationLink({ notification, onFollow }: Properties) {
  const { t } = useTranslation();
  const unread = notification.readAt === null;
  return (
    <Link
      to={notificationPath(notification.id)}
      className={unread ? 'notification-link notification-unread' : 'notification-link'}
      onClick={onFollow}
    >
      {unread ? <span className="only-read-aloud">{t('notifications.unreadMark')}</span> : null}
      <ForeignText>{notification.title}</ForeignText>
    </Link>
  );
}
