import type { Conversation } from '@parley/contract/conversations';
import type { Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';

type Options = {
  rows: readonly Conversation[];
  list: Virtualizer<HTMLElement, HTMLLIElement>;
  scroller: RefObject<HTMLElement | null>;
  focused: string | null;
  setFocused: (id: string) => void;
};

/** Returns the index of the row to which a key moves from another row; null if the list doesn't use the key. */
function rowByKey(key: string, at: number, { count, page }: { count: number; page: number }): number | null {
  const to: Readonly<Record<string, number>> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    PageUp: at - page,
    PageDown: at + page,
    Home: 0,
    End: count - 1,
  };
  const row = to[key];
  return row === undefined ? null : Math.max(0, Math.min(count - 1, row));
}

/** Returns the handler of the keys that move the focus between rows, including to rows that aren't rendered yet. */
export function useRowKeys({ rows, list, scroller, focused, setFocused }: Options) {
  const wanted = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const link = scroller.current?.querySelector<HTMLElement>(`[data-conversation="${wanted.current}"]`);
    if (!link) return;
    wanted.current = null;
    link.focus({ preventScroll: true });
  });
  return (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key } = event;
    // Keys pressed in a row's menu or dialog bubble up here, too.
    const isOwn = target instanceof HTMLElement && currentTarget.contains(target);
    if (!isOwn || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const at = rows.findIndex(({ id }) => id === focused);
    if (at < 0) return;
    const { startIndex = 0, endIndex = 0 } = list.range ?? {};
    const to = rowByKey(key, at, { count: rows.length, page: Math.max(1, endIndex - startIndex - 1) });
    const id = to === null ? undefined : rows[to]?.id;
    if (to === null || id === undefined) return;
    event.preventDefault();
    wanted.current = id;
    list.scrollToIndex(to, { align: 'auto' });
    setFocused(id);
  };
}
