import { auditActions, exportOperatorAuditLog, type OperatorAuditEntry } from '@parley/contract/audit';
import { dayInZone } from '@parley/contract/catalogues';
import { ForeignText, interfaceLanguageOf, TimeZoneProvider } from '@parley/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { useAuditColumns } from '../../features/audit-log/columns.tsx';
import { isId, operatorAuditLog, readOperatorAuditFilters } from '../../features/audit-log/queries.ts';
import { useAuditFilters } from '../../features/audit-log/use-audit-filters.ts';
import { useNow } from '../../lib/use-now.ts';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import type { Column, ListDescription } from '../../ui/list/description.ts';
import { ExportList } from '../../ui/list/ExportList.tsx';
import { List } from '../../ui/list/List.tsx';
import { textFilter } from '../../ui/list/TextFilter.tsx';
import { useDaysOf } from '../../ui/list/use-day-filter.tsx';
import { useListAddress } from '../../ui/list/use-list-address.ts';

const zone = 'UTC';

/** `/operator/auditLog`: days and times are in UTC, as each workspace has its own time zone. */
export function AuditLog() {
  return (
    <TimeZoneProvider timeZone={zone}>
      <AuditEntries />
    </TimeZoneProvider>
  );
}

function AuditEntries() {
  const { t, i18n } = useTranslation();
  const { client } = useOperator();
  const address = useListAddress('operator-audit-log', readOperatorAuditFilters);
  const { filters, setFilters } = address;
  const query = useInfiniteQuery(operatorAuditLog(client, filters));
  const today = dayInZone(zone, useNow(60_000));
  const days = useDaysOf({ from: filters.from, to: filters.to, onFilter: setFilters, today });
  const workspace = textFilter({
    name: 'workspaceId',
    label: t('audit.installation.workspaceFilter'),
    value: filters.workspaceId,
    accepts: isId,
    problem: t('audit.installation.workspaceWrong'),
    onFilter: setFilters,
  });
  const list: ListDescription<OperatorAuditEntry> = {
    title: t('operatorPages.auditLog'),
    hint: t('audit.installation.daysOf'),
    address,
    rows: { kind: 'records', query },
    rowKey: ({ id }) => id,
    rowName: ({ action }) => auditActions[action][interfaceLanguageOf(i18n.language)],
    columns: useColumns(setFilters),
    filters: [days, ...useAuditFilters(filters, setFilters), workspace],
    tools: (
      <ExportList
        title={t('operatorPages.auditLog')}
        filters={filters}
        download={(chosen, options) => client.download(exportOperatorAuditLog, { query: chosen }, options)}
      />
    ),
    none: { title: t('audit.none'), hint: t('audit.noneHint') },
  };
  return <List list={list} />;
}

/** Returns the shared columns, with the workspace inserted after the object. */
function useColumns(onFilter: (patch: FilterPatch) => void): readonly Column<OperatorAuditEntry>[] {
  const { t } = useTranslation();
  const shared = useAuditColumns<OperatorAuditEntry>();
  return useMemo(
    () => [
      ...shared.slice(0, 4),
      {
        key: 'owner',
        title: t('audit.installation.owner'),
        width: 190,
        render: ({ workspaceId, ownerEmail }) => {
          if (workspaceId === null) return <span className="quiet">–</span>;
          const name = ownerEmail || workspaceId;
          return (
            <Button
              type="link"
              size="small"
              className="audit-owner"
              aria-label={t('audit.installation.onlyNamed', { name })}
              title={t('audit.installation.onlyNamed', { name })}
              onClick={() => onFilter({ workspaceId })}
            >
              <ForeignText className="clip">{name}</ForeignText>
            </Button>
          );
        },
      },
      ...shared.slice(4),
    ],
    [t, shared, onFilter],
  );
}
