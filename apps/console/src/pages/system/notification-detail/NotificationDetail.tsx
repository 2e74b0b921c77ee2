import { isApiError } from '@parley/api-client';
import { id as idShape } from '@parley/contract/values';
import { EmptyState, ErrorPanel, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { Expiry } from '../../../features/notifications/Expiry.tsx';
import { oneNotification } from '../../../features/notifications/queries.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { Notice } from '../../../ui/Notice.tsx';

/** `/system/notification-detail?id=…`: one notification; opening it marks it as read. */
export function NotificationDetail() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const id = idShape.safeParse(query.get('id')).data;
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('page.notificationDetail')}</h1>
        <span className="grow" />
        <Link to={paths.notifications}>{t('notifications.all')}</Link>
      </div>
      <div className="panel padded">{id === undefined ? <Gone /> : <One id={id} />}</div>
    </div>
  );
}

function One({ id }: { id: string }) {
  const { dateTime } = useFormats();
  const { data, error, refetch } = useQuery(oneNotification(useClient(), id));
  if (isApiError(error, 'resource.not-found')) return <Gone />;
  if (data === undefined && error) return <ErrorPanel problem={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active paragraph={{ rows: 6 }} />;
  const facts = (
    <>
      <time className="numeric" dateTime={new Date(data.publishedAt).toISOString()}>
        {dateTime(data.publishedAt)}
      </time>
      <Expiry expiresAt={data.expiresAt} />
    </>
  );
  return <Notice title={data.title} body={data.body} level={data.level} facts={facts} />;
}

function Gone() {
  const { t } = useTranslation();
  return <EmptyState title={t('notifications.gone')} hint={t('notifications.goneHint')} />;
}
