import { exportCharacterAllocations } from '@parley/contract/characters';
import { useClear } from '@parley/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { SubAccountFilter } from '../../../entities/sub-accounts/SubAccountFilter.tsx';
import { useAllocationColumns } from '../../../features/characters/record-columns.tsx';
import { characterAllocations, readAllocationFilters } from '../../../features/characters/record-queries.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useUrlFilters } from '../../../lib/use-url-filters.ts';
import { DayRange } from '../../../ui/DayRange.tsx';
import { ExportFile } from '../../../ui/ExportFile.tsx';
import { RecordPage } from '../../../ui/RecordPage.tsx';

/** Every move of characters between the owner and sub-accounts, with what both had. */
export function ChatAllocation() {
  const clear = useClear();
  const { t } = useTranslation();
  const client = useClient();
  const [filters, setFilters] = useUrlFilters(readAllocationFilters);
  const list = useInfiniteQuery(characterAllocations(client, filters));
  const columns = useAllocationColumns();
  return (
    <RecordPage
      title={t('page.chatAllocation')}
      narrowed={Object.values(filters).some((value) => value !== undefined)}
      filters={
        <>
          <SubAccountFilter filters={filters} onChange={setFilters} />
          <Select
            allowClear={clear}
            className="filter-wide"
            aria-label={t('records.direction')}
            placeholder={t('records.anyDirection')}
            value={filters.direction ?? null}
            onChange={(direction?: 'add' | 'remove') => setFilters({ direction })}
            options={[
              { value: 'add', label: t('records.added') },
              { value: 'remove', label: t('records.removed') },
            ]}
          />
          <DayRange from={filters.from} to={filters.to} onDays={setFilters} />
        </>
      }
      action={
        <ExportFile
          otherwise={`${t('page.chatAllocation')}.xlsx`}
          download={(options) => client.download(exportCharacterAllocations, { query: filters }, options)}
        />
      }
      none={{
        title: t('records.allocationsNone'),
        hint: t('records.allocationsNoneHint'),
        action: <Link to={paths.subAccounts}>{t('records.toSubAccounts')}</Link>,
      }}
      columns={columns}
      rowKey={({ id }) => id}
      list={list}
    />
  );
}
