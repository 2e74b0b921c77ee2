import { type CharacterAllocationRecord, exportCharacterAllocations } from '@parley/contract/characters';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSubAccountFilter } from '../../../entities/sub-accounts/use-sub-account-filter.tsx';
import { useAllocationColumns } from '../../../features/characters/record-columns.tsx';
import { characterAllocations, readAllocationFilters } from '../../../features/characters/record-queries.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import type { ListDescription } from '../../../ui/list/description.ts';
import { ExportList } from '../../../ui/list/ExportList.tsx';
import { selectFilter } from '../../../ui/list/FilterSelect.tsx';
import { List } from '../../../ui/list/List.tsx';
import { useDayFilter } from '../../../ui/list/use-day-filter.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';

/** Every transfer of characters between the owner and sub-accounts, with both balances. */
export function ChatAllocation() {
  const { t } = useTranslation();
  const client = useClient();
  const address = useListAddress('character-allocations', readAllocationFilters);
  const { filters, setFilters } = address;
  const query = useInfiniteQuery(characterAllocations(client, filters));
  const direction = selectFilter({
    name: 'direction',
    label: t('records.direction'),
    value: filters.direction,
    options: [
      { value: 'add', label: t('records.added') },
      { value: 'remove', label: t('records.removed') },
    ],
    onFilter: setFilters,
  });
  const list: ListDescription<CharacterAllocationRecord> = {
    title: t('page.chatAllocation'),
    countsDays: true,
    address,
    rows: { kind: 'records', query },
    rowKey: ({ id }) => id,
    rowName: ({ accountName }) => accountName,
    columns: useAllocationColumns(),
    filters: [useDayFilter(filters, setFilters), useSubAccountFilter(filters, setFilters), direction],
    tools: (
      <ExportList
        title={t('page.chatAllocation')}
        filters={filters}
        download={(chosen, options) =>
          client.download(exportCharacterAllocations, { query: chosen }, options)
        }
      />
    ),
    none: {
      title: t('records.allocationsNone'),
      hint: t('records.allocationsNoneHint'),
      action: <Link to={paths.subAccounts}>{t('records.toSubAccounts')}</Link>,
    },
  };
  return <List list={list} />;
}
