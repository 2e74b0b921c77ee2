import type { Conversation } from '@parley/contract/conversations';
import { defaultRangeExtractor, measureElement, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useReducer, useRef } from 'react';
import { anchorOf } from './steady-order.ts';

/** The height of a three-line row; each is measured once it is rendered. */
const estimatedHeight = 72;
/** Rows rendered beyond each edge of the view: as many as one turn of the wheel reveals. */
const overscan = 8;
/** Closer to the top than this, the list counts as not scrolled: new rows on top become visible. */
export const topThreshold = 8;

type Options = {
  rows: readonly Conversation[];
  scroller: RefObject<HTMLElement | null>;
  /** The id of the focused row, which is kept while it is out of sight. */
  focused: string | null;
  /** The ids of the rows whose position on the screen takes precedence. */
  held: readonly string[];
};

/** The rows of the last rendering, with the visible ones' distances from the start, px. */
type Drawn = { rows: readonly Conversation[]; first: number; starts: ReadonlyMap<string, number> };

/** Renders only the visible rows. While the list is scrolled, the reader's place is kept when rows above it move. */
export function useListWindow({ rows, scroller, focused, held }: Options) {
  const rangeExtractor = useCallback(
    (range: Range) => {
      const drawn = defaultRangeExtractor(range);
      const kept = focused === null ? -1 : rows.findIndex(({ id }) => id === focused);
      return kept < 0 || drawn.includes(kept) ? drawn : [...drawn, kept].sort((a, b) => a - b);
    },
    [rows, focused],
  );
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  const list = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey,
    estimateSize: () => estimatedHeight,
    rangeExtractor,
    overscan,
    measureElement: (row, entry, instance) => {
      const height = measureElement(row, entry, instance);
      // Where only one pane fits, the list is hidden behind the conversation: its rows then measure zero, and keep their
      // former height.
      const known = instance.itemSizeCache.get(getItemKey(instance.indexFromElement(row)));
      return height === 0 ? (known ?? estimatedHeight) : height;
    },
    // Rows beyond the edge are rendered ahead, and React refuses to flush synchronously within an effect.
    useFlushSync: false,
  });
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const drawn = useRef<Drawn>({ rows, first: 0, starts: new Map() });

  useLayoutEffect(() => {
    const before = drawn.current;
    const element = scroller.current;
    if (before.rows === rows || element === null || element.scrollTop <= topThreshold) return;
    const indexes = new Map(rows.map(({ id }, index) => [id, index]));
    const id = anchorOf([...before.starts.keys()], before.first, (one) => indexes.get(one), held);
    const start = id === null ? undefined : list.measurementsCache[indexes.get(id) ?? -1]?.start;
    const by = id === null || start === undefined ? 0 : start - (before.starts.get(id) ?? start);
    if (by === 0) return;
    element.scrollTo({ top: element.scrollTop + by });
    // The scroll event fires in the next frame, but the rows at the new position must be rendered in this one.
    list.scrollOffset = element.scrollTop;
    redraw();
  }, [rows, held, list, scroller]);

  useLayoutEffect(() => {
    const { range } = list;
    const inSight = list
      .getVirtualItems()
      .filter(({ index }) => range !== null && index >= range.startIndex && index <= range.endIndex);
    drawn.current = {
      rows,
      first: range?.startIndex ?? 0,
      starts: new Map(inSight.map(({ index, start }) => [rows[index]?.id ?? '', start])),
    };
  });
  return list;
}
