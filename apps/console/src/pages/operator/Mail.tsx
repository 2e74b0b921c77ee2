import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { readSearch } from '../../entities/operator/page-filters.ts';
import {
  MailDrawer,
  type OutgoingMail,
  useMailActions,
  useMailColumns,
} from '../../features/mails/mail-list.tsx';
import { mails } from '../../features/mails/queries.ts';
import type { ListDescription } from '../../ui/list/description.ts';
import { List } from '../../ui/list/List.tsx';
import { useListAddress } from '../../ui/list/use-list-address.ts';
import { useSearch } from '../../ui/list/use-search.ts';

/** `/operator/mail` */
export function Mail() {
  const { t } = useTranslation();
  const { client } = useOperator();
  const [opened, setOpened] = useState<OutgoingMail>();
  const address = useListAddress('operator-mail', readSearch);
  const query = useQuery(mails(client, address.filters));
  const list: ListDescription<OutgoingMail> = {
    title: t('operatorPages.mail'),
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ id }) => id,
    rowName: ({ subject }) => subject,
    columns: useMailColumns(),
    search: useSearch(t('mails.search'), address),
    rowActions: useMailActions(setOpened),
    none: { title: t('mails.none'), hint: t('mails.noneHint') },
  };
  return (
    <>
      <List list={list} />
      <MailDrawer mail={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}
