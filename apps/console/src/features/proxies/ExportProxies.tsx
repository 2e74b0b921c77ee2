import type { KeptProxy } from '@parley/contract/proxies';
import { interfaceLanguageOf, useProxyFault } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { ExportFile } from '../../ui/ExportFile.tsx';
import { proxiesCsv } from './proxies-csv.ts';
import { eachProxy, type ProxyFilters } from './queries.ts';

/** Saves what the filters leave, without passwords. */
export function ExportProxies({ filters }: { filters: ProxyFilters }) {
  const { t, i18n } = useTranslation();
  const client = useClient();
  const faultOf = useProxyFault();
  return (
    <ExportFile
      label={t('proxies.export')}
      otherwise={t('proxies.fileName')}
      download={async ({ signal, onProgress }) => {
        const { pageNo: _, pageSize: __, ...chosen } = filters;
        const proxies: KeptProxy[] = [];
        let loaded = 0;
        for await (const proxy of eachProxy(client, chosen, signal)) {
          proxies.push(proxy);
          loaded += JSON.stringify(proxy).length;
          onProgress({ loaded, total: null });
        }
        const text = proxiesCsv(proxies, { t, faultOf, language: interfaceLanguageOf(i18n.language) });
        return { blob: new Blob([text], { type: 'text/csv;charset=utf-8' }), fileName: null };
      }}
    />
  );
}
