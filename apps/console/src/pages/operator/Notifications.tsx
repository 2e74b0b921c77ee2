import { PlusOutlined } from '@ant-design/icons';
import type { PublishedNotification } from '@parley/contract/notifications';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { NotificationTable } from '../../features/operator/NotificationTable.tsx';
import { useOperator } from '../../features/operator/operator-session.tsx';
import { publishedNotifications, readPage } from '../../features/operator/queries.ts';
import { useTexts } from '../../features/operator/texts.ts';
import { useFocusBack } from '../../lib/use-focus-back.ts';
import { useUrlFilters } from '../../lib/use-url-filters.ts';
import { ListPage } from '../../ui/ListPage.tsx';
import { lazyWithSuspense } from '../../ui/lazy-with-suspense.tsx';

const NotificationForm = lazyWithSuspense(
  async () => (await import('../../features/operator/NotificationForm.tsx')).NotificationForm,
);

/** `/operator/notifications` */
export function Notifications() {
  const { t } = useTexts();
  const { client } = useOperator();
  const [filters, setFilters] = useUrlFilters(readPage);
  const page = useQuery(publishedNotifications(client, filters));
  const [open, setOpen] = useState<PublishedNotification | 'new'>();
  useFocusBack(open !== undefined);
  return (
    <>
      <ListPage
        title={t('op.page.notifications')}
        filters={filters}
        onFilter={setFilters}
        moreFilters={null}
        action={
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen('new')}>
            {t('op.notifications.create')}
          </Button>
        }
        none={{ title: t('op.notifications.none'), hint: t('op.notifications.noneHint') }}
        query={page}
      >
        {(shown) => <NotificationTable page={shown} onChange={setOpen} />}
      </ListPage>
      {open === undefined ? null : (
        <NotificationForm
          existing={open === 'new' ? undefined : open}
          onClose={() => {
            setOpen(undefined);
            void page.refetch();
          }}
        />
      )}
    </>
  );
}
