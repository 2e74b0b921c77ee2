import { PlusOutlined } from '@ant-design/icons';
import type { OperatorContact } from '@parley/contract/support';
import { lazyDialog } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { useContactActions, useContactColumns } from '../../features/support/operator-contact-list.tsx';
import { operatorContacts, readContactFilters } from '../../features/support/operator-queries.ts';
import { useRestoredFocus } from '../../lib/use-restored-focus.ts';
import type { ListDescription } from '../../ui/list/description.ts';
import { List } from '../../ui/list/List.tsx';
import { useListAddress } from '../../ui/list/use-list-address.ts';

const ContactForm = lazyDialog(
  async () => (await import('../../features/support/ContactForm.tsx')).ContactForm,
);

/** `/operator/contacts` */
export function Contacts() {
  const { t } = useTranslation();
  const { client } = useOperator();
  const address = useListAddress('operator-contacts', readContactFilters);
  const { data, refetch, ...query } = useQuery(operatorContacts(client, address.filters));
  const [open, setOpen] = useState<OperatorContact | 'new'>();
  useRestoredFocus(open !== undefined);
  const list: ListDescription<OperatorContact> = {
    title: t('operatorPages.contacts'),
    address,
    rows: {
      kind: 'pages',
      query: { ...query, data: data && { list: data.list, total: data.list.length }, refetch },
    },
    rowKey: ({ id }) => String(id),
    rowName: ({ name }) => name,
    columns: useContactColumns(),
    standardSort: 'position.asc',
    rowActions: useContactActions(setOpen),
    action: (
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen('new')}>
        {t('support.contacts.create')}
      </Button>
    ),
    none: { title: t('support.contacts.none'), hint: t('support.contacts.noneHint') },
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
