import { PlusOutlined } from '@ant-design/icons';
import type { PublishedNotification } from '@parley/contract/notifications';
import { interfaceLanguageOf } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import {
  useNotificationActions,
  useNotificationColumns,
} from '../../features/operator/notification-list.tsx';
import { useOperator } from '../../features/operator/operator-session.tsx';
import { publishedNotifications, readPage } from '../../features/operator/queries.ts';
import { useTexts } from '../../features/operator/texts.ts';
import { useFocusBack } from '../../lib/use-focus-back.ts';
import { lazyWithSuspense } from '../../ui/lazy-with-suspense.tsx';
import type { ListDescription } from '../../ui/list/description.ts';
import { List } from '../../ui/list/List.tsx';
import { useListAddress } from '../../ui/list/use-list-address.ts';

const NotificationForm = lazyWithSuspense(
  async () => (await import('../../features/operator/NotificationForm.tsx')).NotificationForm,
);

/** `/operator/notifications` */
export function Notifications() {
  const { t, i18n } = useTexts();
  const { client } = useOperator();
  const [open, setOpen] = useState<PublishedNotification | 'new'>();
  useFocusBack(open !== undefined);
  const address = useListAddress('operator-notifications', readPage);
  const query = useQuery(publishedNotifications(client, address.filters));
  const list: ListDescription<PublishedNotification> = {
    title: t('op.page.notifications'),
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ id }) => id,
    rowName: ({ title }) => title[interfaceLanguageOf(i18n.language)],
    columns: useNotificationColumns(),
    rowActions: useNotificationActions(setOpen),
    action: (
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen('new')}>
        {t('op.notifications.create')}
      </Button>
    ),
    none: { title: t('op.notifications.none'), hint: t('op.notifications.noneHint') },
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
