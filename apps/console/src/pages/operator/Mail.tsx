import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  MailDrawer,
  type OutgoingMail,
  useMailActions,
  useMailColumns,
} from '../../features/operator/mail-list.tsx';
import { useOperator } from '../../features/operator/operator-session.tsx';
import { mails, readMailFilters } from '../../features/operator/queries.ts';
import { useTexts } from '../../features/operator/texts.ts';
import type { ListDescription } from '../../ui/list/description.ts';
import { List } from '../../ui/list/List.tsx';
import { useListAddress } from '../../ui/list/use-list-address.ts';
import { useSearch } from '../../ui/list/use-search.ts';

/** `/operator/mail` */
export function Mail() {
  const { t } = useTexts();
  const { client } = useOperator();
  const [opened, setOpened] = useState<OutgoingMail>();
  const address = useListAddress('operator-mail', readMailFilters);
  const query = useQuery(mails(client, address.filters));
  const list: ListDescription<OutgoingMail> = {
    title: t('op.page.mail'),
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ id }) => id,
    rowName: ({ subject }) => subject,
    columns: useMailColumns(),
    search: useSearch(t('op.mail.search'), address),
    rowActions: useMailActions(setOpened),
    none: { title: t('op.mail.none'), hint: t('op.mail.noneHint') },
  };
  return (
    <>
      <List list={list} />
      <MailDrawer mail={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}
