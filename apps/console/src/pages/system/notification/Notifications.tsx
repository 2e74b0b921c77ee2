import type { NotificationItem } from '@parley/contract/notifications';
import { useErrorToast } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  useNotificationActions,
  useNotificationColumns,
} from '../../../features/notifications/notification-list.tsx';
import {
  notifications,
  readNotificationFilters,
  useMarkRead,
} from '../../../features/notifications/queries.ts';
import { useClient } from '../../../lib/session-context.tsx';
import type { ListDescription } from '../../../ui/list/description.ts';
import { selectFilter } from '../../../ui/list/FilterSelect.tsx';
import { List } from '../../../ui/list/List.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';

/** `/system/notification`: all notifications from the operator. */
export function Notifications() {
  const { t } = useTranslation();
  const showError = useErrorToast();
  const address = useListAddress('notifications', readNotificationFilters);
  const { filters, setFilters } = address;
  const query = useQuery(notifications(useClient(), filters));
  const { mutate, isPending } = useMarkRead();
  const unread = query.data?.unread ?? 0;
  const which = selectFilter({
    name: 'unreadOnly',
    label: t('notifications.which'),
    value: filters.unreadOnly,
    options: [{ value: 'true', label: t('notifications.onlyUnread', { count: unread }) }],
    onFilter: setFilters,
  });
  const list: ListDescription<NotificationItem> = {
    title: t('page.notifications'),
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ id }) => id,
    rowName: ({ title }) => title,
    columns: useNotificationColumns(),
    filters: [which],
    rowActions: useNotificationActions((id) => mutate({ ids: [id] }, { onError: showError })),
    tools: (
      <Button
        disabled={unread === 0}
        loading={isPending}
        onClick={() => mutate({ all: true }, { onError: showError })}
      >
        {t('notifications.markAll')}
      </Button>
    ),
    none: { title: t('notifications.none'), hint: t('notifications.noneHint') },
  };
  return <List list={list} />;
}
