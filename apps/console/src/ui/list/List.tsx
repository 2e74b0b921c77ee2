import './list.css';
import { useEffect, useRef } from 'react';
import { useNarrow } from '../../lib/use-narrow.ts';
import { TimeZoneLink } from '../TimeZoneLink.tsx';
import { BatchBar } from './BatchBar.tsx';
import type { ListDescription } from './description.ts';
import { FilterTags } from './FilterTags.tsx';
import { ListCards } from './ListCards.tsx';
import { ListFoot } from './ListFoot.tsx';
import { Empty, Failed, Loading } from './ListStates.tsx';
import { ListTable } from './ListTable.tsx';
import { ListTools } from './ListTools.tsx';
import { loadedRows } from './loaded-rows.ts';
import { useConfirmation } from './use-confirmation.tsx';

/**
 * A page that consists of one list: its title, its tools, its rows as a table or cards, and its empty, loading and
 * error states.
 */
export function List<Row extends object>({ list }: { list: ListDescription<Row> }) {
  const place = useRef<HTMLDivElement>(null);
  useLastPage(list);
  const toList = () => place.current?.focus({ preventScroll: true });
  return (
    <div className="page list-page">
      <div className="page-head">
        <h1>{list.title}</h1>
        {list.countsDays ? <TimeZoneLink /> : null}
        <span className="grow" />
        {list.action}
      </div>
      {list.hint === undefined ? null : <p className="quiet list-hint">{list.hint}</p>}
      {list.figures === undefined ? null : <div className="list-figures">{list.figures}</div>}
      <ListTools list={list} />
      <FilterTags list={list} onGone={toList} />
      {list.notice}
      <BatchBar list={list} onCleared={toList} />
      <div ref={place} className="focus-place" tabIndex={-1}>
        <Rows list={list} />
      </div>
    </div>
  );
}

function Rows<Row extends object>({ list }: { list: ListDescription<Row> }) {
  const narrow = useNarrow();
  const { confirm, dialog } = useConfirmation();
  const rows = loadedRows(list);
  if (rows === undefined) return list.rows.query.error ? <Failed list={list} /> : <Loading />;
  const Shape = narrow || list.asCards ? ListCards : ListTable;
  return (
    <>
      {rows.length === 0 ? <Empty list={list} /> : <Shape list={list} rows={rows} confirm={confirm} />}
      {dialog}
      <ListFoot list={list} />
    </>
  );
}

/** Goes to the last page when an old link or deleted rows point beyond it: the list would look empty. */
function useLastPage<Row>({ rows, address }: ListDescription<Row>): void {
  const { pageNo = 1, pageSize = 20 } = address.filters;
  const settled = rows.kind === 'pages' && !rows.query.isPlaceholderData ? rows.query.data : undefined;
  const last = settled === undefined ? pageNo : Math.max(1, Math.ceil(settled.total / pageSize));
  const { setFilters } = address;
  useEffect(() => {
    if (pageNo > last) setFilters({ pageNo: last });
  }, [pageNo, last, setFilters]);
}
