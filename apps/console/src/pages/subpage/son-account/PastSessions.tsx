import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PlatformFilter } from '../../../entities/platforms/PlatformFilter.tsx';
import { SubAccountFilter } from '../../../entities/sub-accounts/SubAccountFilter.tsx';
import { usePastSessionColumns } from '../../../features/ports/past-session-columns.tsx';
import { pastSessions, readPastSessionFilters } from '../../../features/ports/queries.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useUrlFilters } from '../../../lib/use-url-filters.ts';
import { RecordPage } from '../../../ui/RecordPage.tsx';

/** Who was online where, from when to when, and why that ended. */
export function PastSessions() {
  const { t } = useTranslation();
  const [filters, setFilters] = useUrlFilters(readPastSessionFilters);
  const list = useInfiniteQuery(pastSessions(useClient(), filters));
  const columns = usePastSessionColumns();
  return (
    <RecordPage
      title={t('ports.pastTitle')}
      hint={t('ports.pastHint')}
      narrowed={Object.values(filters).some((value) => value !== undefined)}
      filters={
        <>
          <SubAccountFilter filters={filters} onChange={setFilters} />
          <PlatformFilter value={filters.platform} onPlatform={(platform) => setFilters({ platform })} />
        </>
      }
      action={null}
      none={{
        title: t('ports.pastNone'),
        hint: t('ports.pastNoneHint'),
        action: <Link to={`${paths.subAccounts}?view=ports`}>{t('ports.toPorts')}</Link>,
      }}
      columns={columns}
      rowKey={({ id }) => id}
      list={list}
    />
  );
}
