import { auditActions, exportOperatorAuditLog, type OperatorAuditEntry } from '@parley/contract/audit';
import { dayInZone } from '@parley/contract/catalogues';
import { ForeignText, interfaceLanguageOf, TimeZoneProvider } from '@parley/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useAuditColumns } from '../../features/audit-log/columns.tsx';
import { isId, operatorAuditLog, readOperatorAuditFilters } from '../../features/audit-log/queries.ts';
import { useAuditFilters } from '../../features/audit-log/use-audit-filters.ts';
import { useOperator } from '../../features/operator/operator-session.tsx';
import { useTexts } from '../../features/operator/texts.ts';
import { useNow } from '../../lib/use-now.ts';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import { ExportFile } from '../../ui/ExportFile.tsx';
import type { Column, ListDescription } from '../../ui/list/description.ts';
import { List } from '../../ui/list/List.tsx';
import { textFilter } from '../../ui/list/TextFilter.tsx';
import { useDaysOf } from '../../ui/list/use-day-filter.tsx';
import { useListAddress } from '../../ui/list/use-list-address.ts';

const zone = 'UTC';

/** `/operator/auditLog`: each workspace has its own time zone, so days and times of all of them are those of UTC. */
export function AuditLog() {
  return (
    <TimeZoneProvider timeZone={zone}>
      <AuditEntries />
    </TimeZoneProvider>
  );
}

function AuditEntries() {
  const { t, i18n } = useTexts();
  const { client } = useOperator();
  const address = useListAddress('operator-audit-log', readOperatorAuditFilters);
  const { filters, setFilters } = address;
  const query = useInfiniteQuery(operatorAuditLog(client, filters));
  const today = dayInZone(zone, useNow(60_000));
  const days = useDaysOf({ from: filters.from, to: filters.to, onFilter: setFilters, today });
  const workspace = textFilter({
    name: 'workspaceId',
    label: t('op.audit.workspaceFilter'),
    value: filters.workspaceId,
    accepts: isId,
    problem: t('op.audit.workspaceWrong'),
    onFilter: setFilters,
  });
  const list: ListDescription<OperatorAuditEntry> = {
    title: t('op.page.auditLog'),
    hint: t('op.audit.daysOf'),
    address,
    rows: { kind: 'records', query },
    rowKey: ({ id }) => id,
    rowName: ({ action }) => auditActions[action][interfaceLanguageOf(i18n.language)],
    columns: useColumns(setFilters),
    filters: [days, ...useAuditFilters(filters, setFilters), workspace],
    tools: (
      <ExportFile
        otherwise={`${t('op.page.auditLog')}.xlsx`}
        download={(options) => client.download(exportOperatorAuditLog, { query: filters }, options)}
      />
    ),
    none: { title: t('audit.none'), hint: t('audit.noneHint') },
  };
  return <List list={list} />;
}

/** The shared columns and, after the object, whose workspace it was. */
function useColumns(onFilter: (patch: FilterPatch) => void): readonly Column<OperatorAuditEntry>[] {
  const { t } = useTexts();
  const shared = useAuditColumns<OperatorAuditEntry>();
  return useMemo(
    () => [
      ...shared.slice(0, 4),
      {
        key: 'owner',
        title: t('op.audit.owner'),
        width: 190,
        render: ({ workspaceId, ownerEmail }) => {
          if (workspaceId === null) return <span className="quiet">–</span>;
          const name = ownerEmail || workspaceId;
          return (
            <Button
              type="link"
              size="small"
              className="audit-owner"
              aria-label={t('op.audit.onlyNamed', { name })}
              title={t('op.audit.onlyNamed', { name })}
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
