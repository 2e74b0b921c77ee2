import { cancelDedupeImport, type DedupeImport } from '@parley/contract/dedupe-libraries';
import { ConfirmPopover, ErrorPanel, useFormats } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Descriptions, Progress, Skeleton, Space } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { ImportFaults } from './ImportFaults.tsx';
import { dedupeImport } from './queries.ts';

// i18n-keys: dedupeImport.state.* dedupeImport.failure.*

const alertTypes = { running: 'info', done: 'success', cancelled: 'warning', failed: 'error' } as const;

/** Shows an import's live progress, a cancel button and the rejected rows. */
export function ImportState({ importId }: { importId: string }) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const { data: item, error, refetch } = useQuery(dedupeImport(client, importId));
  const state = item?.state;
  useEffect(() => {
    // The import has changed the libraries' counts.
    if (state !== undefined && state !== 'running')
      void cache.invalidateQueries({ queryKey: queryKeys.dedupeLibraries });
  }, [state, cache]);
  const cancel = useMutation({
    mutationFn: () => client.call(cancelDedupeImport, { body: { importId } }),
    onSettled: () => void cache.invalidateQueries({ queryKey: queryKeys.dedupeImports }),
  });
  if (item === undefined)
    return error ? <ErrorPanel problem={error} onRetry={() => void refetch()} /> : <Skeleton active />;
  return (
    <Space orientation="vertical" style={{ width: '100%' }}>
      <Alert
        type={alertTypes[item.state]}
        showIcon
        title={t(`dedupeImport.state.${item.state}`)}
        description={
          item.state === 'running'
            ? t('dedupeImport.resumes')
            : item.failure === null
              ? undefined
              : t(`dedupeImport.failure.${item.failure}`)
        }
      />
      <Progress
        aria-label={t('dedupeImport.progress')}
        percent={Math.floor(item.progress * 100)}
        status={item.state === 'failed' ? 'exception' : item.state === 'running' ? 'active' : 'normal'}
      />
      <Figures item={item} />
      {item.state === 'running' ? (
        <ConfirmPopover title={t('dedupeImport.cancelConfirm')} onConfirm={() => cancel.mutate()}>
          <Button danger loading={cancel.isPending}>
            {t('dedupeImport.cancel')}
          </Button>
        </ConfirmPopover>
      ) : null}
      {cancel.error ? <ErrorPanel problem={cancel.error} /> : null}
      {item.faulty > 0 && item.state !== 'running' ? <ImportFaults item={item} /> : null}
    </Space>
  );
}

function Figures({ item }: { item: DedupeImport }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const figures = [
    { key: 'rows', label: t('dedupeImport.rows'), children: number(item.rowsRead) },
    { key: 'added', label: t('dedupeImport.added'), children: number(item.added) },
    { key: 'existing', label: t('dedupeImport.existing'), children: number(item.existing) },
    { key: 'faulty', label: t('dedupeImport.faulty'), children: number(item.faulty) },
  ];
  return <Descriptions size="small" className="numeric" column={{ xs: 1, sm: 2 }} items={figures} />;
}
