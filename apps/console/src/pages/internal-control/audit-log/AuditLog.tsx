import { type AuditEntry, auditActions, exportAuditLog } from '@parley/contract/audit';
import { interfaceLanguageOf } from '@parley/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useAuditColumns } from '../../../features/audit-log/columns.tsx';
import { auditLog, readAuditFilters } from '../../../features/audit-log/queries.ts';
import { useAuditFilters } from '../../../features/audit-log/use-audit-filters.ts';
import { useClient } from '../../../lib/session-context.tsx';
import type { ListDescription } from '../../../ui/list/description.ts';
import { ExportList } from '../../../ui/list/ExportList.tsx';
import { List } from '../../../ui/list/List.tsx';
import { useDayFilter } from '../../../ui/list/use-day-filter.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';

/** Internal control: who did what in the workspace, when and from which address. */
export function AuditLog() {
  const { t, i18n } = useTranslation();
  const client = useClient();
  const address = useListAddress('audit-log', readAuditFilters);
  const { filters, setFilters } = address;
  const query = useInfiniteQuery(auditLog(client, filters));
  const days = useDayFilter(filters, setFilters);
  const list: ListDescription<AuditEntry> = {
    title: t('page.auditLog'),
    countsDays: true,
    address,
    rows: { kind: 'records', query },
    rowKey: ({ id }) => id,
    rowName: ({ action }) => auditActions[action][interfaceLanguageOf(i18n.language)],
    columns: useAuditColumns(),
    filters: [days, ...useAuditFilters(filters, setFilters)],
    tools: (
      <ExportList
        title={t('page.auditLog')}
        filters={filters}
        download={(chosen, options) => client.download(exportAuditLog, { query: chosen }, options)}
      />
    ),
    none: { title: t('audit.none'), hint: t('audit.noneHint') },
  };
  return <List list={list} />;
}
