import { exportOperatorAuditLog, type OperatorAuditEntry } from '@parley/contract/audit';
import { dayInZone } from '@parley/contract/catalogues';
import { ForeignText, TimeZoneProvider } from '@parley/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button, type TableColumnsType } from 'antd';
import { useCallback, useMemo } from 'react';
import { AuditFilterBar } from '../../features/audit-log/AuditFilterBar.tsx';
import { useAuditColumns } from '../../features/audit-log/columns.tsx';
import { isId, operatorAuditLog, readOperatorAuditFilters } from '../../features/audit-log/queries.ts';
import { useOperator } from '../../features/operator/operator-session.tsx';
import { useTexts } from '../../features/operator/texts.ts';
import { useNow } from '../../lib/use-now.ts';
import { type FilterPatch, useUrlFilters } from '../../lib/use-url-filters.ts';
import { DayPicker } from '../../ui/DayRange.tsx';
import { ExportFile } from '../../ui/ExportFile.tsx';
import { RecordPage } from '../../ui/RecordPage.tsx';
import { SearchField } from '../../ui/SearchField.tsx';

const zone = 'UTC';

/** `/operator/auditLog`: workspaces have zones of their own, so days and times of all of them are those of UTC. */
export function AuditLog() {
  return (
    <TimeZoneProvider timeZone={zone}>
      <AuditEntries />
    </TimeZoneProvider>
  );
}

function AuditEntries() {
  const { t } = useTexts();
  const { client } = useOperator();
  const [filters, setFilters] = useUrlFilters(readOperatorAuditFilters);
  const list = useInfiniteQuery(operatorAuditLog(client, filters));
  const columns = useColumns(setFilters);
  const today = dayInZone(zone, useNow(60_000));
  const inWorkspace = useCallback((workspaceId?: string) => setFilters({ workspaceId }), [setFilters]);
  return (
    <RecordPage
      title={t('op.page.auditLog')}
      narrowed={Object.values(filters).some((value) => value !== undefined)}
      filters={
        <>
          <span className="day-range">
            <DayPicker from={filters.from} to={filters.to} onDays={setFilters} today={today} />
            <span className="quiet" title={t('op.audit.daysOf')}>
              {zone}
            </span>
          </span>
          <AuditFilterBar filters={filters} onChange={setFilters} />
          <SearchField
            value={filters.workspaceId}
            onSearch={inWorkspace}
            label={t('op.audit.workspaceFilter')}
            accepts={isId}
            problem={t('op.audit.workspaceWrong')}
          />
        </>
      }
      action={
        <ExportFile
          otherwise={`${t('op.page.auditLog')}.xlsx`}
          download={(options) => client.download(exportOperatorAuditLog, { query: filters }, options)}
        />
      }
      none={{ title: t('audit.none'), hint: t('audit.noneHint'), action: null }}
      columns={columns}
      rowKey={({ id }) => id}
      list={list}
    />
  );
}

/** The shared columns and, after the object, whose workspace it was. */
function useColumns(onFilter: (patch: FilterPatch) => void): TableColumnsType<OperatorAuditEntry> {
  const { t } = useTexts();
  const shared = useAuditColumns<OperatorAuditEntry>();
  return useMemo(
    () => [
      ...shared.slice(0, 4),
      {
        title: t('op.audit.owner'),
        width: 190,
        render: (_, { workspaceId, ownerEmail }) => {
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
