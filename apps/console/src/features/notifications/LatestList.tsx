import './notifications.css';
import { EmptyState, ErrorPanel, ForeignText, Moment, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useNow } from '../../lib/use-now.ts';
import { NoticeLevel } from '../../ui/NoticeLevel.tsx';
import { NotificationLink } from './NotificationLink.tsx';
import { latestNotifications } from './queries.ts';

/** The latest notifications, newest first; `onFollow` is called when one is opened. */
export function LatestList({ onFollow }: { onFollow?: () => void }) {
  const { t } = useTranslation();
  const { recent } = useFormats();
  const now = useNow(60_000);
  const { data, error, refetch } = useQuery(latestNotifications(useClient()));
  if (data === undefined && error) return <ErrorPanel problem={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  if (data.list.length === 0) {
    return <EmptyState title={t('notifications.none')} hint={t('notifications.noneHint')} />;
  }
  return (
    <ul className="notification-list">
      {data.list.map((one) => (
        <li key={one.id}>
          <div className="notification-head">
            <NotificationLink notification={one} {...(onFollow === undefined ? {} : { onFollow })} />
            {one.level === 'info' ? null : <NoticeLevel level={one.level} />}
            <Moment at={one.publishedAt} className="quiet numeric">
              {recent(one.publishedAt, now)}
            </Moment>
          </div>
          <ForeignText className="notification-summary quiet">{one.summary}</ForeignText>
        </li>
      ))}
    </ul>
  );
}
