import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { MessageRowContent } from './message-rows.ts';
import type { Reached } from './use-jumps.tsx';

/** A message of two lines; each row is measured once it is shown. */
const estimatedHeight = 92;
/** The distance from its end within which the list follows new messages, px. */
export const endThreshold = 40;
/** Room above the first message, for the place's buttons and what loads there. */
const above = 64;
const below = 16;
/** A conversation of so few messages is drawn as a whole, which the browser's own search finds then. */
const drawnWhole = 30;

type List = Virtualizer<HTMLElement, HTMLLIElement>;

/**
 * Returns whether the reader's place has to move with a row's new height. The library's own rule leaves out rows that
 * were measured before while the reader scrolls up, as is the first one when it loses its day to an earlier page.
 */
function isAbove(
  { key, start, end }: VirtualItem,
  _: number,
  { itemSizeCache, scrollOffset }: List,
): boolean {
  return (itemSizeCache.has(key) ? end : start) <= (scrollOffset ?? 0);
}

type Options = {
  rows: readonly MessageRowContent[];
  scroller: RefObject<HTMLElement | null>;
  /** The newest messages are shown: the list follows what is added while the reader is at its end. */
  isNewest: boolean;
  /** The key of the row with the focus, which stays while it is out of sight. */
  focused: string | null;
  reached: Reached | null;
};

/** Draws the rows in sight alone, from the bottom up: the reader's place stays whatever is added or changes its size. */
export function useRowWindow({ rows, scroller, isNewest, focused, reached }: Options) {
  const wasNewest = useRef(isNewest);
  const reachedId = reached?.messageId ?? null;
  const rangeExtractor = useCallback(
    (range: Range) => {
      if (range.count <= drawnWhole) return rows.map((_, at) => at);
      const kept = rows.flatMap(({ key }, at) => (key === focused || key === reachedId ? at : []));
      return [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b);
    },
    [rows, focused, reachedId],
  );
  const list = useVirtualizer<HTMLElement, HTMLLIElement>({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.key ?? index,
    estimateSize: () => estimatedHeight,
    // It begins at its end, or the first rows would be drawn for nothing.
    initialOffset: () => above + rows.length * estimatedHeight + below,
    rangeExtractor,
    overscan: 6,
    // Rows beyond the edge are drawn ahead, and React refuses to render in the middle of an effect.
    useFlushSync: false,
    paddingStart: above,
    paddingEnd: below,
    anchorTo: 'end',
    // A page that reaches the newest messages is added below the reader, who goes on from where they are.
    followOnAppend: isNewest && wasNewest.current,
    scrollEndThreshold: endThreshold,
  });
  list.shouldAdjustScrollPositionOnItemSizeChange = isAbove;
  useLayoutEffect(() => {
    wasNewest.current = isNewest;
  }, [isNewest]);
  useLayoutEffect(() => list.scrollToEnd(), [list]);

  const jump = reached?.jump ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each jump scrolls once, whatever comes afterwards
  useLayoutEffect(() => {
    if (jump === null) return;
    const at = rows.findIndex(({ key }) => key === reachedId);
    if (at >= 0) list.scrollToIndex(at, { align: 'center' });
    else list.scrollToEnd();
  }, [jump]);

  const atEnd = useRef(true);
  useEffect(() => {
    const { current } = scroller;
    if (current === null) return undefined;
    // The composer below takes room and gives it back.
    const observer = new ResizeObserver(() => {
      if (atEnd.current) list.scrollToEnd();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [list, scroller]);
  return { list, atEnd };
}
