import { EmptyState, ErrorPanel } from '@parley/ui';
import { Button, Skeleton, type TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useHeadOffset } from './PagedTable.tsx';
import { SidewaysTable } from './SidewaysTable.tsx';

type Properties<Row> = {
  title: string;
  /** The controls of the filters, and whether any of them narrows the list. */
  filters: ReactNode;
  narrowed: boolean;
  /** What can be done with the whole list. */
  action: ReactNode;
  /** A sentence beside the filters. */
  hint?: string;
  /** What is said while there are none at all. */
  none: { title: string; hint: string; action: ReactNode };
  columns: TableColumnsType<Row>;
  rowKey: (row: Row) => string;
  list: {
    data: { pages: readonly { list: readonly Row[] }[] } | undefined;
    error: unknown;
    isPlaceholderData: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
};

/** A page that is one list which grows and is never counted: its filters, its table, and the next rows on demand. */
export function RecordPage<Row extends object>({
  title,
  filters,
  narrowed,
  action,
  hint,
  none,
  columns,
  rowKey,
  list,
}: Properties<Row>) {
  const { t } = useTranslation();
  const offsetHeader = useHeadOffset();
  const { data, error } = list;
  const retry = () => void (data === undefined ? list.refetch() : list.fetchNextPage());
  return (
    <div className="page">
      <div className="page-head">
        <h1>{title}</h1>
        <span className="grow" />
        {action}
      </div>
      <div className="record-filters">
        {filters}
        {hint === undefined ? null : <span className="quiet">{hint}</span>}
      </div>
      {data === undefined && !error ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
      {data === undefined ? null : (
        <SidewaysTable<Row>
          rowKey={rowKey}
          columns={columns}
          dataSource={data.pages.flatMap((page) => page.list)}
          loading={list.isPlaceholderData}
          sticky={{ offsetHeader }}
          pagination={false}
          locale={{
            emptyText: narrowed ? (
              <EmptyState title={t('table.nothingFound')} hint={t('table.nothingFoundHint')} />
            ) : (
              <EmptyState {...none} />
            ),
          }}
        />
      )}
      {error ? <ErrorPanel problem={error} onRetry={retry} /> : null}
      {list.hasNextPage && !error ? (
        <Button block type="link" loading={list.isFetchingNextPage} onClick={retry}>
          {t('records.more')}
        </Button>
      ) : null}
    </div>
  );
}
