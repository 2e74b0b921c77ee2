import { exportProxies } from '@parley/contract/proxies';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { ExportFile } from '../../ui/ExportFile.tsx';
import type { ProxyFilters } from './queries.ts';

/** Exports the filtered proxies as a spreadsheet, without passwords. */
export function ExportProxies({ filters }: { filters: ProxyFilters }) {
  const { t } = useTranslation();
  const client = useClient();
  const { pageNo: _, pageSize: __, ...query } = filters;
  return (
    <ExportFile
      otherwise={`${t('page.proxies')}.xlsx`}
      download={(options) => client.download(exportProxies, { query }, options)}
    />
  );
}
