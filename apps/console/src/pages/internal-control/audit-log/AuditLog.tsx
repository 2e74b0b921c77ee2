import { exportAuditLog } from '@parley/contract/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AuditFilterBar } from '../../../features/audit-log/AuditFilterBar.tsx';
import { useAuditColumns } from '../../../features/audit-log/columns.tsx';
import { auditLog, readAuditFilters } from '../../../features/audit-log/queries.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useUrlFilters } from '../../../lib/use-url-filters.ts';
import { DayRange } from '../../../ui/DayRange.tsx';
import { ExportFile } from '../../../ui/ExportFile.tsx';
import { RecordPage } from '../../../ui/RecordPage.tsx';

/** Internal control: who did what in the workspace, when and from where. */
export function AuditLog() {
  const { t } = useTranslation();
  const client = useClient();
  const [filters, setFilters] = useUrlFilters(readAuditFilters);
  const list = useInfiniteQuery(auditLog(client, filters));
  const columns = useAuditColumns();
  return (
    <RecordPage
      title={t('page.auditLog')}
      narrowed={Object.values(filters).some((value) => value !== undefined)}
      filters={
        <>
          <DayRange from={filters.from} to={filters.to} onDays={setFilters} />
          <AuditFilterBar filters={filters} onChange={setFilters} />
        </>
      }
      action={
        <ExportFile
          otherwise={`${t('page.auditLog')}.xlsx`}
          download={(options) => client.download(exportAuditLog, { query: filters }, options)}
        />
      }
      none={{ title: t('audit.none'), hint: t('audit.noneHint'), action: null }}
      columns={columns}
      rowKey={({ id }) => id}
      list={list}
    />
  );
}
