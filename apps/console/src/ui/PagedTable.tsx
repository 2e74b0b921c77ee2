import type { TableColumnsType, TableProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLayout } from '../lib/layout-context.tsx';
import { SidewaysTable } from './SidewaysTable.tsx';

/** One page of a list on the server, as a table shows it. */
export type Paged<Row> = {
  rows: readonly Row[];
  /** Over all pages. */
  total: number;
  /** From 1. */
  pageNo: number;
  pageSize: number;
  loading: boolean;
  /** Stands in the place of rows. */
  empty: ReactNode;
  onPage: (pageNo: number) => void;
};

/** Heights of navbar and tab bar, below which the head stops, in CSS pixels; the same as in `console.css`. */
const heights = { navbar: 48, tabBar: 36 } as const;

/** How far from the window's top a table's head stops, below what the layout shows there; in CSS pixels. */
export function useHeadOffset(): number {
  const [{ navbar, tabBar }] = useLayout();
  return (navbar ? heights.navbar : 0) + (tabBar ? heights.tabBar : 0);
}

type Properties<Row> = Paged<Row> & {
  columns: TableColumnsType<Row>;
  /** Boxes before the rows; left out where nothing is done with many of them at once. */
  selection?: NonNullable<TableProps<Row>['rowSelection']>;
};

/**
 * The box for all rows. The table renders every title once more in a row of no height, to measure it: what nobody sees
 * must not be reached by the keyboard either.
 */
function BoxForAll({ children }: { children: ReactNode }) {
  const hide = (place: HTMLElement | null) => {
    if (place?.closest('[aria-hidden=true]')) place.inert = true;
  };
  return <div ref={hide}>{children}</div>;
}

const boxForAll = (box: ReactNode) => <BoxForAll>{box}</BoxForAll>;

/** A table whose pages are the server's; its rows scroll sideways where there is no room. */
export function PagedTable<Row extends { id: string | number }>({
  columns,
  rows,
  total,
  pageNo,
  pageSize,
  loading,
  empty,
  onPage,
  selection,
}: Properties<Row>) {
  const { t } = useTranslation();
  const offsetHeader = useHeadOffset();
  return (
    <SidewaysTable
      rowKey="id"
      columns={columns}
      dataSource={rows}
      {...(selection === undefined ? {} : { rowSelection: { columnTitle: boxForAll, ...selection } })}
      loading={loading}
      sticky={{ offsetHeader }}
      locale={{ emptyText: empty }}
      pagination={{
        current: pageNo,
        pageSize,
        total,
        showSizeChanger: false,
        hideOnSinglePage: true,
        showTotal: (count) => t('table.total', { count }),
        onChange: onPage,
      }}
    />
  );
}
