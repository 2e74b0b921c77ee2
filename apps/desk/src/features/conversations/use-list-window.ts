import type { Conversation } from '@parley/contract/conversations';
import { defaultRangeExtractor, measureElement, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useReducer, useRef } from 'react';
import { anchorOf } from './steady-order.ts';

/** A row of three lines; each is measured once it is shown. */
const estimatedHeight = 72;
/** Drawn beyond each edge of the view: what a turn of the wheel brings into it. */
const overscan = 8;
/** Nearer to the beginning than this the list isn't scrolled: what comes on top is shown. */
export const topThreshold = 8;

type Options = {
  rows: readonly Conversation[];
  scroller: RefObject<HTMLElement | null>;
  /** The id of the row with the focus, which stays while it is out of sight. */
  focused: string | null;
  /** The ids of the rows that keep their place on the screen before all others. */
  held: readonly string[];
};

/** The rows of the last rendering: those in sight with the distance of each from the beginning, px. */
type Drawn = { rows: readonly Conversation[]; first: number; starts: ReadonlyMap<string, number> };

/** Draws the rows in sight alone. While the list is scrolled the reader's place stays, whatever moves, comes or goes above it. */
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
      // Where one pane fits, the list is hidden behind the conversation: its rows have no height, and keep their place.
      const known = instance.itemSizeCache.get(getItemKey(instance.indexFromElement(row)));
      return height === 0 ? (known ?? estimatedHeight) : height;
    },
    // Rows beyond the edge are drawn ahead, and React refuses to render in the middle of an effect.
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
    // The event of that comes with the next frame, the rows of the new place have to be in this one.
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
