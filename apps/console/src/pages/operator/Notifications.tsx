import { PlusOutlined } from '@ant-design/icons';
import type { PublishedNotification } from '@parley/contract/notifications';
import { interfaceLanguageOf, lazyDialog } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { readPage } from '../../entities/operator/page-filters.ts';
import {
  useNotificationActions,
  useNotificationColumns,
} from '../../features/notifications/published-list.tsx';
import { publishedNotifications } from '../../features/notifications/published-queries.ts';
import { useRestoredFocus } from '../../lib/use-restored-focus.ts';
import type { ListDescription } from '../../ui/list/description.ts';
import { List } from '../../ui/list/List.tsx';
import { useListAddress } from '../../ui/list/use-list-address.ts';

const NotificationForm = lazyDialog(
  async () => (await import('../../features/notifications/NotificationForm.tsx')).NotificationForm,
);

/** `/operator/notifications` */
export function Notifications() {
  const { t, i18n } = useTranslation();
  const { client } = useOperator();
  const [open, setOpen] = useState<PublishedNotification | 'new'>();
  useRestoredFocus(open !== undefined);
  const address = useListAddress('operator-notifications', readPage);
  const query = useQuery(publishedNotifications(client, address.filters));
  const list: ListDescription<PublishedNotification> = {
    title: t('operatorPages.notifications'),
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ id }) => id,
    rowName: ({ title }) => title[interfaceLanguageOf(i18n.language)],
    columns: useNotificationColumns(),
    rowActions: useNotificationActions(setOpen),
    action: (
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen('new')}>
        {t('notifications.publishing.create')}
      </Button>
    ),
    none: { title: t('notifications.publishing.none'), hint: t('notifications.publishing.noneHint') },
  };
  return (
    <>
      <List list={list} />
      {open === undefined ? null : (
        <NotificationForm
          existing={open === 'new' ? undefined : open}
          onClose={() => {
            setOpen(undefined);
            void query.refetch();
          }}
        />
      )}
    </>
  );
}
