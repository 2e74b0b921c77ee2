import { useQuery } from '@tanstack/react-query';
import { MailTable } from '../../features/operator/MailTable.tsx';
import { useOperator } from '../../features/operator/operator-session.tsx';
import { mails, readMailFilters } from '../../features/operator/queries.ts';
import { useTexts } from '../../features/operator/texts.ts';
import { useUrlFilters } from '../../lib/use-url-filters.ts';
import { ListPage } from '../../ui/ListPage.tsx';

/** `/operator/mail` */
export function Mail() {
  const { t } = useTexts();
  const { client } = useOperator();
  const [filters, setFilters] = useUrlFilters(readMailFilters);
  const page = useQuery(mails(client, filters));
  return (
    <ListPage
      title={t('op.page.mail')}
      filters={filters}
      onFilter={setFilters}
      searchLabel={t('op.mail.search')}
      moreFilters={null}
      action={null}
      none={{ title: t('op.mail.none'), hint: t('op.mail.noneHint') }}
      query={page}
    >
      {(shown) => <MailTable page={shown} />}
    </ListPage>
  );
}
