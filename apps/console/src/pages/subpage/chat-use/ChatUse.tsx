import { type CharacterUsageRecord, exportCharacterUsage } from '@parley/contract/characters';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { usePlatformFilter } from '../../../entities/platforms/use-platform-filter.ts';
import { useSubAccountFilter } from '../../../entities/sub-accounts/use-sub-account-filter.tsx';
import { useUsageColumns } from '../../../features/characters/record-columns.tsx';
import { characterUsage, readUsageFilters } from '../../../features/characters/record-queries.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import type { ListDescription } from '../../../ui/list/description.ts';
import { ExportList } from '../../../ui/list/ExportList.tsx';
import { List } from '../../../ui/list/List.tsx';
import { useDayFilter } from '../../../ui/list/use-day-filter.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';

/** Usage of characters by day, sub-account, platform, languages and engine. */
export function ChatUse() {
  const { t } = useTranslation();
  const client = useClient();
  const address = useListAddress('character-usage', readUsageFilters);
  const { filters, setFilters } = address;
  const query = useInfiniteQuery(characterUsage(client, filters));
  const list: ListDescription<CharacterUsageRecord> = {
    title: t('page.chatUse'),
    countsDays: true,
    address,
    rows: { kind: 'records', query },
    rowKey: ({ day, subAccountId, id }) => `${day} ${subAccountId} ${id}`,
    rowName: ({ day, accountName }) => `${day} ${accountName}`,
    columns: useUsageColumns(),
    filters: [
      useDayFilter(filters, setFilters),
      useSubAccountFilter(filters, setFilters),
      usePlatformFilter(filters, setFilters),
    ],
    tools: (
      <ExportList
        title={t('page.chatUse')}
        filters={filters}
        download={(chosen, options) => client.download(exportCharacterUsage, { query: chosen }, options)}
      />
    ),
    none: {
      title: t('records.usageNone'),
      hint: t('records.usageNoneHint'),
      action: <Link to={paths.subAccounts}>{t('records.toSubAccounts')}</Link>,
    },
  };
  return <List list={list} />;
}
