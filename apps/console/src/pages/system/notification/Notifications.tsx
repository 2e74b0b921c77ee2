import { useErrorToast } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { NotificationTable } from '../../../features/notifications/NotificationTable.tsx';
import {
  notifications,
  readNotificationFilters,
  useMarkRead,
} from '../../../features/notifications/queries.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useUrlFilters } from '../../../lib/use-url-filters.ts';
import { ListPage } from '../../../ui/ListPage.tsx';

/** `/system/notification`: everything that the operator has to say. */
export function Notifications() {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const [filters, setFilters] = useUrlFilters(readNotificationFilters);
  const page = useQuery(notifications(useClient(), filters));
  const { mutate, isPending } = useMarkRead();
  const onRead = useCallback(
    (id: string) => mutate({ ids: [id] }, { onError: showError }),
    [mutate, showError],
  );
  const unread = page.data?.unread ?? 0;
  return (
    <ListPage
      title={t('page.notifications')}
      filters={filters}
      onFilter={setFilters}
      moreFilters={
        <>
          <Segmented
            aria-label={t('notifications.which')}
            value={filters.unreadOnly ?? 'all'}
            onChange={(which) => setFilters({ unreadOnly: which === 'all' ? undefined : which })}
            options={[
              { value: 'all', label: t('notifications.every') },
              { value: 'true', label: t('notifications.onlyUnread', { count: unread }) },
            ]}
          />
          <Button
            disabled={unread === 0}
            loading={isPending}
            onClick={() => mutate({ all: true }, { onError: showError })}
          >
            {t('notifications.markAll')}
          </Button>
        </>
      }
      action={null}
      none={{ title: t('notifications.none'), hint: t('notifications.noneHint') }}
      query={page}
    >
      {(shown) => <NotificationTable page={shown} onRead={onRead} />}
    </ListPage>
  );
}
