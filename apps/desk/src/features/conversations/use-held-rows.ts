import type { Conversation } from '@parley/contract/conversations';
import { type PointerEvent, type RefObject, useLayoutEffect, useMemo, useReducer, useRef } from 'react';
import { withHeld } from './steady-order.ts';
import { topThreshold } from './use-list-window.ts';

/**
 * Returns the conversations in display order: while the list is scrolled down, the row under the pointer and the
 * focused one keep their position. `held` contains their ids.
 */
export function useHeldRows(
  conversations: readonly Conversation[],
  scroller: RefObject<HTMLElement | null>,
  focused: string | null,
) {
  const pointed = useRef<string | null>(null);
  const shown = useRef(conversations);
  const [released, release] = useReducer((count: number) => count + 1, 0);
  const heldIds = (): string[] => {
    const isScrolled = (scroller.current?.scrollTop ?? 0) > topThreshold;
    return isScrolled ? [pointed.current, focused].filter((id) => id !== null) : [];
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pointer moves constantly, and only matters when rows change
  const held = useMemo(heldIds, [conversations, released, focused]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a released row moves to its place
  const rows = useMemo(() => withHeld(shown.current, conversations, held), [conversations, held, released]);
  useLayoutEffect(() => {
    shown.current = rows;
  });
  const isOutOfOrder = rows !== conversations;
  const point = (id: string | null) => {
    if (pointed.current === id) return;
    pointed.current = id;
    if (isOutOfOrder) release();
  };
  const listeners = {
    onScroll: () => {
      if (isOutOfOrder && (scroller.current?.scrollTop ?? 0) <= topThreshold) release();
    },
    onPointerOver: ({ target, pointerType }: PointerEvent) => {
      // A lifted finger points nowhere.
      if (pointerType === 'touch' || !(target instanceof Element)) return;
      const link = target.closest('.desk-row-item')?.querySelector('[data-conversation]');
      point(link?.getAttribute('data-conversation') ?? null);
    },
    onPointerLeave: () => point(null),
  };
  return { rows, held, listeners };
}
