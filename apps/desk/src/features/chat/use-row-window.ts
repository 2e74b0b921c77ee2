import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { MessageRowContent } from './message-rows.ts';
import type { JumpTarget } from './use-jumps.tsx';

/** The height of a two-line message; each row is measured once it is rendered. */
const estimatedHeight = 92;
/** Within this distance from its end, the list follows new messages, px. */
export const endThreshold = 40;
/** Space above the first message, for the buttons of places and the loading state. */
const above = 64;
const below = 16;
/** A conversation of at most this many messages is rendered whole, so that the browser's own search finds them. */
const drawnWhole = 30;

type List = Virtualizer<HTMLElement, HTMLLIElement>;

/**
 * Returns whether the scroll position must be adjusted for a row's new height. The library's own rule ignores rows that
 * were measured before while the reader scrolls up, such as the first row when it loses its day to an earlier page.
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
  /** True while the newest messages are shown: the list then follows added messages if the reader is at its end. */
  isNewest: boolean;
  /** The key of the focused row, which is kept while it is out of sight. */
  focused: string | null;
  reached: JumpTarget | null;
};

/** Renders only the visible rows, from the bottom up: the reader's place is kept when rows are added or resized. */
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
    // Start at the end; otherwise the first rows would be rendered for nothing.
    initialOffset: () => above + rows.length * estimatedHeight + below,
    rangeExtractor,
    overscan: 6,
    // Rows beyond the edge are rendered ahead, and React refuses to flush synchronously within an effect.
    useFlushSync: false,
    paddingStart: above,
    paddingEnd: below,
    anchorTo: 'end',
    // A page that reaches the newest messages is appended below the reader, whose place is kept.
    followOnAppend: isNewest && wasNewest.current,
    scrollEndThreshold: endThreshold,
  });
  list.shouldAdjustScrollPositionOnItemSizeChange = isAbove;
  useLayoutEffect(() => {
    wasNewest.current = isNewest;
  }, [isNewest]);
  useLayoutEffect(() => list.scrollToEnd(), [list]);

  const jump = reached?.jump ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each jump scrolls only once
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
    // The composer below grows and shrinks.
    const observer = new ResizeObserver(() => {
      if (atEnd.current) list.scrollToEnd();
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [list, scroller]);
  return { list, atEnd };
}
