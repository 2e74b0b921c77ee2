import { PlusOutlined } from '@ant-design/icons';
import type { KeptContact } from '@parley/contract/support';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { ContactTable } from '../../features/operator/ContactTable.tsx';
import { useOperator } from '../../features/operator/operator-session.tsx';
import { keptContacts } from '../../features/operator/queries.ts';
import { useTexts } from '../../features/operator/texts.ts';
import { useFocusBack } from '../../lib/use-focus-back.ts';
import { ListPage } from '../../ui/ListPage.tsx';
import { lazyWithSuspense } from '../../ui/lazy-with-suspense.tsx';

const ContactForm = lazyWithSuspense(
  async () => (await import('../../features/operator/ContactForm.tsx')).ContactForm,
);

/** There are a handful: one page holds them all. */
const onePage = { pageNo: 1, pageSize: 1000 };
const stay = () => undefined;

/** `/operator/contacts` */
export function Contacts() {
  const { t } = useTexts();
  const { client } = useOperator();
  const { data, error, refetch } = useQuery(keptContacts(client));
  const [open, setOpen] = useState<KeptContact | 'new'>();
  useFocusBack(open !== undefined);
  return (
    <>
      <ListPage
        title={t('op.page.contacts')}
        filters={onePage}
        onFilter={stay}
        moreFilters={null}
        action={
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen('new')}>
            {t('op.contacts.create')}
          </Button>
        }
        none={{ title: t('op.contacts.none'), hint: t('op.contacts.noneHint') }}
        query={{
          data: data && { list: data.list, total: data.list.length },
          error,
          isPlaceholderData: false,
          refetch,
        }}
      >
        {(shown) => <ContactTable page={shown} onChange={setOpen} />}
      </ListPage>
      {open === undefined ? null : (
        <ContactForm
          existing={open === 'new' ? undefined : open}
          onClose={() => {
            setOpen(undefined);
            void refetch();
          }}
        />
      )}
    </>
  );
}
