import { EmptyState, ErrorPanel } from '@parley/ui';
import { Skeleton } from 'antd';
import { type ReactNode, useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilterPatch } from '../lib/use-url-filters.ts';
import type { Paged } from './PagedTable.tsx';
import { SearchField } from './SearchField.tsx';
import { TimeZoneLink } from './TimeZoneLink.tsx';

type Filters = { pageNo: number; pageSize: number; search?: string | undefined };

type Properties<Row> = {
  title: string;
  /** Its columns count by days: names the zone of these days beside the title. */
  countsDays?: boolean;
  /** What the address says; every member besides the page narrows the list. */
  filters: Filters;
  /** Changes the address; the same function at each render. */
  onFilter: (patch: FilterPatch) => void;
  /** The search's name; left out where the list can't be searched. */
  searchLabel?: string;
  /** The controls of the other filters. */
  moreFilters: ReactNode;
  /** The button that makes one more; offered again where there are none yet. */
  action: ReactNode;
  /** What is said while there are none. */
  none: { title: string; hint: string };
  query: {
    data: { list: readonly Row[]; total: number } | undefined;
    error: unknown;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
  children: (page: Paged<Row>) => ReactNode;
};

/** A page that is one list: its name, its filters, its table, and what stands there instead of one. */
export function ListPage<Row>({
  title,
  countsDays = false,
  filters,
  onFilter,
  searchLabel,
  moreFilters,
  action,
  none,
  query,
  children,
}: Properties<Row>) {
  const { t } = useTranslation();
  const { pageNo, pageSize, ...chosen } = filters;
  const { data, error, isPlaceholderData } = query;
  const search = useCallback((text: string | undefined) => onFilter({ search: text }), [onFilter]);
  const onPage = useCallback((next: number) => onFilter({ pageNo: next }), [onFilter]);
  useLastPage(isPlaceholderData ? undefined : data?.total, pageNo, pageSize, onPage);

  const narrowed = Object.values(chosen).some((value) => value !== undefined);
  const empty = narrowed ? (
    <EmptyState title={t('table.nothingFound')} hint={t('table.nothingFoundHint')} />
  ) : (
    <EmptyState {...none} action={action} />
  );
  return (
    <div className="page">
      <div className="page-head">
        <h1>{title}</h1>
        {countsDays ? <TimeZoneLink /> : null}
        <span className="grow" />
        {searchLabel === undefined ? null : (
          <SearchField value={filters.search} onSearch={search} label={searchLabel} />
        )}
        {moreFilters}
        {action}
      </div>
      {data === undefined && error ? (
        <ErrorPanel problem={error} onRetry={() => void query.refetch()} />
      ) : null}
      {data === undefined && !error ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
      {data === undefined
        ? null
        : children({
            rows: data.list,
            total: data.total,
            pageNo,
            pageSize,
            loading: isPlaceholderData,
            empty,
            onPage,
          })}
    </div>
  );
}

/** An old link, or rows that are gone, may name a page behind the last one: it would look as if there were none. */
function useLastPage(
  total: number | undefined,
  pageNo: number,
  pageSize: number,
  onPage: (pageNo: number) => void,
): void {
  const last = total === undefined ? pageNo : Math.max(1, Math.ceil(total / pageSize));
  useEffect(() => {
    if (pageNo > last) onPage(last);
  }, [pageNo, last, onPage]);
}
