/** A list page's declarative description of its list, rendered by `List`. */
import type { ReactNode } from 'react';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import type { ListAddress } from './use-list-address.ts';
import type { Selection } from './use-selection.ts';

export type Column<Row> = {
  /** Identifies the column in stored settings. */
  key: string;
  title: string;
  /** Tooltip that explains the title. */
  hint?: string;
  width?: number;
  align?: 'right';
  className?: string;
  render: (row: Row) => ReactNode;
  /** The server's name of the sort key; left out where the server can't sort by it. */
  sort?: string;
  /** Omitted from the cards on a phone. */
  minor?: true;
};

export type Filter = {
  key: string;
  label: string;
  /** The current choice, for its tag; undefined while the filter is inactive. */
  chosen: ReactNode | undefined;
  control: ReactNode;
  /** Its URL parameters. */
  params: readonly string[];
};

export type Search = {
  label: string;
  value: string | undefined;
  onSearch: (text: string | undefined) => void;
};

export type Confirmation = { title: string; description?: ReactNode };

export type RowAction = {
  key: string;
  label: string;
  /** Shows the action beside the menu; the text is its accessible name and includes the row's. */
  beside?: string;
  /** The link's target, or the action. */
  to?: string;
  onAct?: () => unknown;
  danger?: boolean;
  disabled?: boolean;
  /** Why it is disabled. */
  reason?: string | undefined;
  /** Confirmation requested before the action. */
  confirm?: Confirmation;
  /** Starts a new group in the menu. */
  divided?: boolean;
};

export type BatchAction<Row> = {
  key: string;
  label: string;
  onAct: (rows: readonly Row[]) => unknown;
  danger?: boolean;
  disabled?: boolean;
  /** Why it is disabled; shown next to it. */
  reason?: string | undefined;
  /** The action on all matching rows, loaded or not; left out: it applies to selected rows only. */
  onAll?: () => unknown;
};

/** The number of rows that match the search and filters, counted up to a limit; `more`: the limit was exceeded. */
export type RowCount = { count: number; more: boolean };

/** Offers to select all matching rows once every loaded one is selected; requests their number only then. */
export type AllMatching = {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<RowCount>;
};

type Batch<Row> = {
  /** Label of the selection bar, e.g. "Selected proxies". */
  label: string;
  selection: Selection<Row>;
  all?: AllMatching;
  actions: readonly BatchAction<Row>[];
  /** Why a row can't be selected; undefined: it can. */
  obstacle?: (row: Row) => string | undefined;
};

/** Counted pages, one at a time. */
export type PagedRows<Row> = {
  kind: 'pages';
  query: {
    data: { list: readonly Row[]; total: number } | undefined;
    error: unknown;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
};

/** A growing list that is never counted; further rows are loaded on demand. */
export type RecordRows<Row> = {
  kind: 'records';
  query: {
    data: { pages: readonly { list: readonly Row[] }[] } | undefined;
    error: unknown;
    isPlaceholderData: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
    refetch: () => unknown;
  };
};

export type ListFilters = {
  pageNo?: number;
  pageSize?: number;
  sort?: string | undefined;
  readonly [name: string]: unknown;
};

export type ListDescription<Row> = {
  title: string;
  /** True when its columns count by days: shows their time zone beside the title. */
  countsDays?: boolean;
  address: ListAddress<ListFilters>;
  rows: PagedRows<Row> | RecordRows<Row>;
  rowKey: (row: Row) => string;
  /** Accessible name of a row. */
  rowName: (row: Row) => string;
  /** The first is always visible, and is the title of a card. */
  columns: readonly Column<Row>[];
  /** Shows cards even where a table fits. */
  asCards?: boolean;
  search?: Search;
  filters?: readonly Filter[];
  /** The server's default order, as `name.desc`. */
  standardSort?: string;
  rowActions?: (row: Row) => readonly RowAction[];
  batch?: Batch<Row>;
  /** The button that creates a record; shown in the empty state as well. */
  action?: ReactNode;
  /** The actions on the whole list, e.g. an export. */
  tools?: ReactNode;
  /** A sentence below the title. */
  hint?: ReactNode;
  /** Figures about the list, shown above its tools. */
  figures?: ReactNode;
  /** Shown between the tools and the rows. */
  notice?: ReactNode;
  /** The empty state; `action` replaces the list's own. */
  none: { title: string; hint: string; action?: ReactNode };
};

/** The parts of a list that don't depend on its row type. */
export type ListPart = Pick<ListDescription<never>, 'address' | 'search' | 'filters'>;

export type ColumnPart = {
  columns: readonly { key: string; title: string }[];
  address: ListAddress<ListFilters>;
};

/** True when a search or filter narrows the list. */
export const isNarrowed = ({ search, filters = [] }: Omit<ListPart, 'address'>): boolean =>
  search?.value !== undefined || filters.some(({ chosen }) => chosen !== undefined);

/** Returns the list's own URL parameters: search, filters and order. */
export const paramsOf = ({ search, filters = [] }: Omit<ListPart, 'address'>): string[] => [
  ...(search === undefined ? [] : ['search']),
  ...filters.flatMap(({ params }) => params),
  'sort',
];

/** Returns a patch that removes these parameters from the URL. */
export const without = (params: readonly string[]): FilterPatch =>
  Object.fromEntries(params.map((name) => [name, undefined]));
