/** A list page's description of its list; `List` shows all of it. */
import type { ReactNode } from 'react';
import type { FilterPatch } from '../../lib/use-url-filters.ts';
import type { ListAddress } from './use-list-address.ts';
import type { Selection } from './use-selection.ts';

export type Column<Row> = {
  /** Names it in what is saved. */
  key: string;
  title: string;
  /** Explains the title. */
  hint?: string;
  width?: number;
  align?: 'right';
  className?: string;
  render: (row: Row) => ReactNode;
  /** The server's name for sorting by it; left out where the server can't. */
  sort?: string;
  /** Left off the cards of a phone. */
  minor?: true;
};

export type Filter = {
  key: string;
  label: string;
  /** The present choice, for its tag; undefined while it narrows nothing. */
  chosen: ReactNode | undefined;
  control: ReactNode;
  /** Its names in the address. */
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
  /** Stands beside the menu, under this name, which includes the row's, to be read aloud. */
  beside?: string;
  /** The address to which it leads, or the action. */
  to?: string;
  onAct?: () => unknown;
  danger?: boolean;
  disabled?: boolean;
  /** Why it is disabled. */
  reason?: string | undefined;
  /** Asked before it is done. */
  confirm?: Confirmation;
  /** Begins a new group in the menu. */
  divided?: boolean;
};

export type BatchAction<Row> = {
  key: string;
  label: string;
  onAct: (rows: readonly Row[]) => unknown;
  danger?: boolean;
  disabled?: boolean;
  /** Why it is disabled; stands beside it. */
  reason?: string | undefined;
  /** The action on all rows that match, loaded or not; left out: it has to be done on selected ones. */
  onAll?: () => unknown;
};

/** The number of rows that match the search and filters, counted up to a limit; `more`: there are more. */
export type RowCount = { count: number; more: boolean };

/** Offers to select all rows that match, once every loaded one is selected. Requests their number then. */
export type AllMatching = {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<RowCount>;
};

type Batch<Row> = {
  /** The subject of the bar, e.g. "Selected proxies". */
  label: string;
  selection: Selection<Row>;
  all?: AllMatching;
  actions: readonly BatchAction<Row>[];
  /** Why a row can't be selected; undefined: it can. */
  obstacle?: (row: Row) => string | undefined;
};

/** RowCount pages, one at a time. */
export type PagedRows<Row> = {
  kind: 'pages';
  query: {
    data: { list: readonly Row[]; total: number } | undefined;
    error: unknown;
    isPlaceholderData: boolean;
    refetch: () => unknown;
  };
};

/** A list which grows and is never counted; the next rows come on demand. */
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
  /** Its columns count by days: names the zone of these days beside the title. */
  countsDays?: boolean;
  address: ListAddress<ListFilters>;
  rows: PagedRows<Row> | RecordRows<Row>;
  rowKey: (row: Row) => string;
  /** Names a row to be read aloud. */
  rowName: (row: Row) => string;
  /** The first is always shown, and is the title of a card. */
  columns: readonly Column<Row>[];
  /** Cards where a table has room, too. */
  asCards?: boolean;
  search?: Search;
  filters?: readonly Filter[];
  /** The server's order while none is chosen, as `name.desc`. */
  standardSort?: string;
  rowActions?: (row: Row) => readonly RowAction[];
  batch?: Batch<Row>;
  /** The button that makes one more; offered again where there are none yet. */
  action?: ReactNode;
  /** The actions on the whole list, e.g. an export. */
  tools?: ReactNode;
  /** A sentence below the title. */
  hint?: ReactNode;
  /** The list in figures, above its tools. */
  figures?: ReactNode;
  /** Stands between the tools and the rows. */
  notice?: ReactNode;
  /** The empty state; `action` takes the place of the list's own. */
  none: { title: string; hint: string; action?: ReactNode };
};

/** The part of a list that doesn't depend on its rows. */
export type ListPart = Pick<ListDescription<never>, 'address' | 'search' | 'filters'>;

export type ColumnPart = {
  columns: readonly { key: string; title: string }[];
  address: ListAddress<ListFilters>;
};

/** True when a search or filter narrows the list. */
export const isNarrowed = ({ search, filters = [] }: Omit<ListPart, 'address'>): boolean =>
  search?.value !== undefined || filters.some(({ chosen }) => chosen !== undefined);

/** The names in the address that are the list's own: search, filters and order. */
export const paramsOf = ({ search, filters = [] }: Omit<ListPart, 'address'>): string[] => [
  ...(search === undefined ? [] : ['search']),
  ...filters.flatMap(({ params }) => params),
  'sort',
];

/** Takes these out of the address. */
export const without = (params: readonly string[]): FilterPatch =>
  Object.fromEntries(params.map((name) => [name, undefined]));
