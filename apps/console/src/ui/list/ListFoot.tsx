import { ErrorPanel } from '@parley/ui';
import { Button, Pagination } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '../../lib/use-narrow.ts';
import { pageSizes } from '../../lib/use-url-filters.ts';
import type { ListDescription, PagedRows, RecordRows } from './description.ts';

type Properties<Row> = { list: ListDescription<Row> };

/** The number of rows and the pagination. */
export function ListFoot<Row>({ list }: Properties<Row>) {
  const { rows } = list;
  return rows.kind === 'pages' ? <Pages list={list} rows={rows} /> : <NextRows rows={rows} />;
}

function Pages<Row>({ list: { address }, rows }: Properties<Row> & { rows: PagedRows<Row> }) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const total = rows.query.data?.total ?? 0;
  const { pageNo, pageSize } = address.filters;
  // A list that is loaded as a whole has neither.
  const paged = pageNo !== undefined && pageSize !== undefined && total > pageSizes[0];
  const turn = (page: number, size: number) => {
    if (size !== pageSize) address.changeSettings({ pageSize: size });
    address.setFilters(size === pageSize ? { pageNo: page } : { pageSize: undefined });
  };
  return (
    <div className="list-foot">
      <span className="quiet" role="status">
        {total === 0 ? '' : t('table.total', { count: total })}
      </span>
      <span className="grow" />
      {paged ? (
        <Pagination
          current={pageNo}
          pageSize={pageSize}
          total={total}
          simple={narrow}
          showSizeChanger
          pageSizeOptions={[...pageSizes]}
          onChange={turn}
        />
      ) : null}
    </div>
  );
}

function NextRows<Row>({ rows: { query } }: { rows: RecordRows<Row> }) {
  const { t } = useTranslation();
  if (query.error) return <ErrorPanel problem={query.error} onRetry={() => void query.fetchNextPage()} />;
  if (!query.hasNextPage) return null;
  return (
    <Button block type="link" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {t('list.nextRows')}
    </Button>
  );
}
