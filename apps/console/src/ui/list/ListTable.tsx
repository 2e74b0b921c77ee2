import type { TableColumnsType, TableColumnType, TableProps } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLayout } from '../../lib/layout-context.tsx';
import { ScrollableTable } from '../ScrollableTable.tsx';
import type { Column, ListDescription } from './description.ts';
import { RowActions } from './RowActions.tsx';
import { nextOrder, type Order, orderOf, sortOf } from './sort.ts';
import { useChoose } from './use-choose.ts';
import type { Confirm } from './use-confirmation.tsx';

type Properties<Row> = { list: ListDescription<Row>; rows: readonly Row[]; confirm: Confirm };

/** Heights of navbar and tab bar, below which the header sticks, in CSS pixels; the same as in `console.css`. */
const heights = { navbar: 48, tabBar: 36 } as const;

/**
 * Returns the distance from the window's top at which the header sticks, in CSS pixels; it depends on the bars that the
 * layout shows.
 */
function useHeadOffset(): number {
  const [{ navbar, tabBar }] = useLayout();
  return (navbar ? heights.navbar : 0) + (tabBar ? heights.tabBar : 0);
}

/**
 * The checkbox for all rows. antd renders every title again in a row of height 0, for measuring: the hidden copies must
 * not be focusable.
 */
function BoxForAll({ children }: { children: ReactNode }) {
  const hide = (place: HTMLElement | null) => {
    if (place?.closest('[aria-hidden=true]')) place.inert = true;
  };
  return <div ref={hide}>{children}</div>;
}

const boxForAll = (box: ReactNode) => <BoxForAll>{box}</BoxForAll>;

/** Width of the action beside the menu and the menu itself, in CSS pixels. */
const actionsWidth = 150;

const sortOrders = { true: 'ascend', false: 'descend' } as const;

function columnOf<Row>(column: Column<Row>, present: Order | undefined): TableColumnType<Row> {
  const { key, title, hint, width, align, className, sort, render } = column;
  const isPresent = sort !== undefined && present?.column === sort;
  return {
    key,
    title: hint === undefined ? title : <span title={hint}>{title}</span>,
    ...(width === undefined ? {} : { width }),
    ...(align === undefined ? {} : { align }),
    ...(className === undefined ? {} : { className }),
    ...(sort === undefined
      ? {}
      : {
          sorter: true,
          // The list itself determines the next order.
          sortDirections: ['ascend', 'descend', 'ascend'],
          showSorterTooltip: false,
          sortOrder: isPresent ? sortOrders[`${present.ascending}`] : null,
        }),
    render: (_: unknown, row: Row) => render(row),
  };
}

function useColumns<Row>({ list, confirm }: Properties<Row>): TableColumnsType<Row> {
  const { t } = useTranslation();
  const { columns, address, standardSort, rowActions, rowName } = list;
  const standard = orderOf(standardSort);
  const present = orderOf(address.filters.sort) ?? standard;
  const { hidden } = address.settings;
  const shown = columns
    .filter(({ key }, at) => at === 0 || !hidden.includes(key))
    .map((column) => columnOf(column, present));
  if (rowActions === undefined) return shown;
  return [
    ...shown,
    {
      key: 'actions',
      title: t('table.actions'),
      width: actionsWidth,
      // Stays visible while the others scroll.
      fixed: 'end',
      render: (_: unknown, row: Row) => (
        <RowActions name={rowName(row)} actions={rowActions(row)} confirm={confirm} />
      ),
    },
  ];
}

function sortBy<Row>({ columns, address, standardSort }: ListDescription<Row>, key: unknown): void {
  const column = columns.find((one) => one.key === key);
  if (column === undefined) return;
  const standard = orderOf(standardSort);
  const next = nextOrder(column, orderOf(address.filters.sort) ?? standard, standard);
  address.setFilters({ sort: sortOf(next, standardSort) });
}

function useRowSelection<Row>(list: ListDescription<Row>): TableProps<Row>['rowSelection'] {
  const { t } = useTranslation();
  const choose = useChoose(list);
  const { batch, rowName } = list;
  if (batch === undefined) return undefined;
  return {
    columnTitle: boxForAll,
    columnWidth: 40,
    selectedRowKeys: [...batch.selection.rows.keys()],
    preserveSelectedRowKeys: true,
    onSelect: (row, chosen) => choose([row], chosen),
    onSelectAll: (chosen, _rows, changed) => choose(changed, chosen),
    getTitleCheckboxProps: () => ({ 'aria-label': t('list.selectPage') }),
    getCheckboxProps: (row) => {
      const obstacle = batch.obstacle?.(row);
      return {
        disabled: obstacle !== undefined,
        // antd passes it on, although its types don't include it.
        'aria-label': t('list.selectNamed', { name: rowName(row) }),
        ...(obstacle === undefined ? {} : { title: obstacle }),
      };
    },
  };
}

/** The rows below sticky headers; they scroll sideways where they don't fit. */
export function ListTable<Row extends object>(properties: Properties<Row>) {
  const { list, rows } = properties;
  const columns = useColumns(properties);
  const selection = useRowSelection(list);
  const offsetHeader = useHeadOffset();
  const onChange: TableProps<Row>['onChange'] = (_page, _filters, sorter) => {
    const { columnKey } = Array.isArray(sorter) ? {} : sorter;
    sortBy(list, columnKey);
  };
  return (
    <ScrollableTable<Row>
      rowKey={list.rowKey}
      size={list.address.settings.density}
      columns={columns}
      dataSource={rows}
      {...(selection === undefined ? {} : { rowSelection: selection })}
      loading={list.rows.query.isPlaceholderData}
      sticky={{ offsetHeader }}
      pagination={false}
      onChange={onChange}
    />
  );
}
