import type { NotificationItem } from '@parley/contract/notifications';
import { ForeignText } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

/** Returns the address of one notification. */
export function notificationPath(id: string): string {
  return `${paths.notificationDetail}?${new URLSearchParams({ id })}`;
}

type Properties = { notification: Pick<NotificationItem, 'id' | 'title' | 'readAt'>; onFollow?: () => void };

/** A notification's title, which leads to it; unread ones carry a mark that is also read aloud. */
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
