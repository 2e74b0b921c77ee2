import { exportCharacterUsage } from '@parley/contract/characters';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PlatformFilter } from '../../../entities/platforms/PlatformFilter.tsx';
import { SubAccountFilter } from '../../../entities/sub-accounts/SubAccountFilter.tsx';
import { useUsageColumns } from '../../../features/characters/record-columns.tsx';
import { characterUsage, readUsageFilters } from '../../../features/characters/record-queries.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useUrlFilters } from '../../../lib/use-url-filters.ts';
import { DayRange } from '../../../ui/DayRange.tsx';
import { ExportFile } from '../../../ui/ExportFile.tsx';
import { RecordPage } from '../../../ui/RecordPage.tsx';

/** What characters were spent on: by day, sub-account, platform, languages and engine. */
export function ChatUse() {
  const { t } = useTranslation();
  const client = useClient();
  const [filters, setFilters] = useUrlFilters(readUsageFilters);
  const list = useInfiniteQuery(characterUsage(client, filters));
  const columns = useUsageColumns();
  return (
    <RecordPage
      title={t('page.chatUse')}
      narrowed={Object.values(filters).some((value) => value !== undefined)}
      filters={
        <>
          <SubAccountFilter filters={filters} onChange={setFilters} />
          <PlatformFilter value={filters.platform} onPlatform={(platform) => setFilters({ platform })} />
          <DayRange from={filters.from} to={filters.to} onDays={setFilters} />
        </>
      }
      action={
        <ExportFile
          otherwise={`${t('page.chatUse')}.xlsx`}
          download={(options) => client.download(exportCharacterUsage, { query: filters }, options)}
        />
      }
      none={{
        title: t('records.usageNone'),
        hint: t('records.usageNoneHint'),
        action: <Link to={paths.subAccounts}>{t('records.toSubAccounts')}</Link>,
      }}
      columns={columns}
      rowKey={({ day, subAccountId, id }) => `${day} ${subAccountId} ${id}`}
      list={list}
    />
  );
}
