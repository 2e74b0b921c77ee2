import type { PastSession } from '@parley/contract/ports';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePlatformFilter } from '../../../entities/platforms/use-platform-filter.ts';
import { useSubAccountFilter } from '../../../entities/sub-accounts/use-sub-account-filter.tsx';
import { usePastSessionColumns } from '../../../features/ports/past-session-columns.tsx';
import { pastSessions, readPastSessionFilters } from '../../../features/ports/queries.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import type { ListDescription } from '../../../ui/list/description.ts';
import { List } from '../../../ui/list/List.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';

/** Past sessions: who was online where and when, and why each session ended. */
export function PastSessions() {
  const { t } = useTranslation();
  const address = useListAddress('past-sessions', readPastSessionFilters);
  const { filters, setFilters } = address;
  const query = useInfiniteQuery(pastSessions(useClient(), filters));
  const list: ListDescription<PastSession> = {
    title: t('ports.pastTitle'),
    hint: t('ports.pastHint'),
    address,
    rows: { kind: 'records', query },
    rowKey: ({ id }) => id,
    rowName: ({ name }) => name,
    columns: usePastSessionColumns(),
    filters: [useSubAccountFilter(filters, setFilters), usePlatformFilter(filters, setFilters)],
    none: {
      title: t('ports.pastNone'),
      hint: t('ports.pastNoneHint'),
      action: <Link to={`${paths.subAccounts}?view=ports`}>{t('ports.toPorts')}</Link>,
    },
  };
  return <List list={list} />;
}
