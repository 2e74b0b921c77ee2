import './notifications.css';
import { ForeignText } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClient } from '../../lib/session-context.tsx';
import { notificationPath } from './NotificationLink.tsx';
import { latestNotifications } from './queries.ts';

/**
 * A banner on every page while an urgent notification is unread; once closed, it stays hidden for that notification
 * until a reload.
 */
export function UrgentBanner() {
  const { t } = useTranslation();
  const { data } = useQuery(latestNotifications(useClient()));
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const urgent = data?.list.find(
    ({ id, level, readAt }) => level === 'urgent' && readAt === null && !closed.has(id),
  );
  if (urgent === undefined) return null;
  return (
    <Alert
      key={urgent.id}
      banner
      type="error"
      role="alert"
      title={<ForeignText>{urgent.title}</ForeignText>}
      action={
        <Link className="urgent-link" to={notificationPath(urgent.id)}>
          {t('notifications.read')}
        </Link>
      }
      closable={{
        'aria-label': t('notifications.closeBanner'),
        onClose: () => setClosed(new Set([...closed, urgent.id])),
      }}
    />
  );
}
