import { DownloadOutlined } from '@ant-design/icons';
import { interfaceLanguageOf, useErrorToast, useToasts } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/save-file.ts';
import { useClient } from '../../lib/session-context.tsx';
import { proxiesCsv } from './proxies-csv.ts';
import { allProxies, type ProxyFilters } from './queries.ts';

/** Saves what the filters leave, without passwords. */
export function ExportProxies({ filters }: { filters: ProxyFilters }) {
  const { t, i18n } = useTranslation();
  const client = useClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const made = useMutation({
    mutationFn: () => allProxies(client, filters),
    onSuccess: (proxies) => {
      const text = proxiesCsv(proxies, t, interfaceLanguageOf(i18n.language));
      const name = t('proxies.fileName');
      saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name);
      toasts.success(t('records.exportDone', { name }));
    },
    onError: showError,
  });
  return (
    <Button icon={<DownloadOutlined aria-hidden />} loading={made.isPending} onClick={() => made.mutate()}>
      {t('proxies.export')}
    </Button>
  );
}
