// i18n-keys: sensitiveWords.foundInMany.*
// i18n-keys: sensitiveWords.did.*
// i18n-keys: sensitiveWords.writer.*
import {
  exportSensitiveWordRecords,
  type SensitiveWordRecord,
  seeSensitiveWordAlerts,
  sensitiveFoundIn,
} from '@parley/contract/sensitive-words';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSubAccountFilter } from '../../../entities/sub-accounts/use-sub-account-filter.tsx';
import { readRecordFilters, sensitiveWordRecords } from '../../../features/sensitive-words/queries.ts';
import { useRecordColumns } from '../../../features/sensitive-words/record-columns.tsx';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useClient } from '../../../lib/session-context.tsx';
import type { FilterPatch } from '../../../lib/use-url-filters.ts';
import type { Filter, ListDescription } from '../../../ui/list/description.ts';
import { ExportList } from '../../../ui/list/ExportList.tsx';
import { selectFilter } from '../../../ui/list/FilterSelect.tsx';
import { List } from '../../../ui/list/List.tsx';
import { useDayFilter } from '../../../ui/list/use-day-filter.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';

/** The matches of the rules. Alerts are marked as seen once their records have been fetched. */
export function Records() {
  const { t } = useTranslation();
  const client = useClient();
  const address = useListAddress('sensitive-word-records', readRecordFilters);
  const { filters, setFilters: onFilter } = address;
  const query = useInfiniteQuery(sensitiveWordRecords(client, filters));
  useSeeAlerts(query.dataUpdatedAt);
  const list: ListDescription<SensitiveWordRecord> = {
    title: t('sensitiveWords.records'),
    countsDays: true,
    address,
    rows: { kind: 'records', query },
    rowKey: ({ id }) => id,
    rowName: ({ ruleTitle }) => ruleTitle,
    columns: useRecordColumns(),
    filters: useRecordFilters(filters, onFilter),
    tools: (
      <ExportList
        title={t('sensitiveWords.records')}
        filters={filters}
        download={(chosen, options) =>
          client.download(exportSensitiveWordRecords, { query: chosen }, options)
        }
      />
    ),
    none: { title: t('sensitiveWords.noRecords'), hint: t('sensitiveWords.noRecordsHint') },
  };
  return <List list={list} />;
}

function useRecordFilters(
  filters: ReturnType<typeof readRecordFilters>,
  onFilter: (patch: FilterPatch) => void,
): readonly Filter[] {
  const { t } = useTranslation();
  const actions = (['log', 'alert', 'block'] as const).map((value) => ({
    value,
    label: t(`sensitiveWords.did.${value}`),
  }));
  const writers = (['in', 'out'] as const).map((value) => ({
    value,
    label: t(`sensitiveWords.writer.${value}`),
  }));
  const places = sensitiveFoundIn.options.map((value) => ({
    value,
    label: t(`sensitiveWords.foundInMany.${value}`),
  }));
  const days = useDayFilter(filters, onFilter);
  const subAccount = useSubAccountFilter(filters, onFilter);
  return [
    days,
    selectFilter({
      name: 'action',
      label: t('sensitiveWords.actionTitle'),
      value: filters.action,
      options: actions,
      onFilter,
    }),
    selectFilter({
      name: 'direction',
      label: t('sensitiveWords.writtenBy'),
      value: filters.direction,
      options: writers,
      onFilter,
    }),
    selectFilter({
      name: 'foundIn',
      label: t('sensitiveWords.foundIn'),
      value: filters.foundIn,
      options: places,
      onFilter,
    }),
    subAccount,
  ];
}

/**
 * Marks alerts as seen after each fetch of the records.
 *
 * @param shownAt time of the last fetch; 0: none yet
 */
function useSeeAlerts(shownAt: number): void {
  const client = useClient();
  const cache = useQueryClient();
  useEffect(() => {
    if (shownAt === 0) return;
    client.call(seeSensitiveWordAlerts, {}).then(
      () => void cache.invalidateQueries({ queryKey: queryKeys.sensitiveWordAlerts }),
      // They stay unseen until the next successful fetch.
      () => undefined,
    );
  }, [shownAt, client, cache]);
}
