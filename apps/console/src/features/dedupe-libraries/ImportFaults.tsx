import { type DedupeFault, type DedupeImport, exportDedupeFaults } from '@parley/contract/dedupe-libraries';
import { ErrorPanel, ForeignText } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { ExportFile } from '../../ui/ExportFile.tsx';
import { dedupeFaults } from './queries.ts';

// i18n-keys: dedupeImport.fault.*

/** The rows that an import rejected, and why. */
export function ImportFaults({ item }: { item: Pick<DedupeImport, 'id' | 'faulty'> }) {
  const { t } = useTranslation();
  const client = useClient();
  const [pageNo, setPageNo] = useState(1);
  const { data, error, refetch } = useQuery(dedupeFaults(client, item.id, pageNo));
  if (error) return <ErrorPanel problem={error} onRetry={() => void refetch()} />;
  const total = data?.total ?? 0;
  return (
    <>
      <Table<DedupeFault>
        size="small"
        aria-label={t('dedupeImport.faults')}
        rowKey="line"
        loading={data === undefined}
        dataSource={data?.list ?? []}
        pagination={{
          current: pageNo,
          pageSize: 10,
          total,
          hideOnSinglePage: true,
          showSizeChanger: false,
          size: 'small',
          onChange: setPageNo,
        }}
        columns={[
          {
            title: t('dedupeImport.line'),
            dataIndex: 'line',
            width: 90,
            className: 'numeric',
            align: 'right',
          },
          { title: t('dedupeImport.reason'), render: (_, { fault }) => t(`dedupeImport.fault.${fault}`) },
          { title: t('dedupeImport.text'), render: (_, { text }) => <ForeignText>{text}</ForeignText> },
        ]}
      />
      {item.faulty > total && data !== undefined ? (
        <p className="quiet">{t('dedupeImport.faultsKept')}</p>
      ) : null}
      <ExportFile
        label={t('dedupeImport.download')}
        otherwise="errors.csv"
        download={(options) => client.download(exportDedupeFaults, { query: { importId: item.id } }, options)}
      />
    </>
  );
}
