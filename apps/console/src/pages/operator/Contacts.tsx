import { PlusOutlined } from '@ant-design/icons';
import type { KeptContact } from '@parley/contract/support';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useContactActions, useContactColumns } from '../../features/operator/contact-list.tsx';
import { useOperator } from '../../features/operator/operator-session.tsx';
import { keptContacts } from '../../features/operator/queries.ts';
import { useTexts } from '../../features/operator/texts.ts';
import { useFocusBack } from '../../lib/use-focus-back.ts';
import { lazyWithSuspense } from '../../ui/lazy-with-suspense.tsx';
import type { ListDescription } from '../../ui/list/description.ts';
import { List } from '../../ui/list/List.tsx';
import { useListAddress } from '../../ui/list/use-list-address.ts';

const ContactForm = lazyWithSuspense(
  async () => (await import('../../features/operator/ContactForm.tsx')).ContactForm,
);

/** There are a handful: one page holds them all. */
const whole = () => ({});

/** `/operator/contacts` */
export function Contacts() {
  const { t } = useTexts();
  const { client } = useOperator();
  const { data, refetch, ...query } = useQuery(keptContacts(client));
  const [open, setOpen] = useState<KeptContact | 'new'>();
  useFocusBack(open !== undefined);
  const list: ListDescription<KeptContact> = {
    title: t('op.page.contacts'),
    address: useListAddress('operator-contacts', whole),
    rows: {
      kind: 'pages',
      query: { ...query, data: data && { list: data.list, total: data.list.length }, refetch },
    },
    rowKey: ({ id }) => String(id),
    rowName: ({ name }) => name,
    columns: useContactColumns(),
    rowActions: useContactActions(setOpen),
    action: (
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen('new')}>
        {t('op.contacts.create')}
      </Button>
    ),
    none: { title: t('op.contacts.none'), hint: t('op.contacts.noneHint') },
  };
  return (
    <>
      <List list={list} />
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
