import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

type Options<Item> = { list: readonly Item[]; onPick: (item: Item) => void; onClose: () => void };

/** Navigates a list of options by the keys of a search field, which keeps the focus. */
export function useListKeys<Item>({ list, onPick, onClose }: Options<Item>) {
  const [active, setActive] = useState(0);
  const at = Math.min(active, Math.max(0, list.length - 1));
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setActive(list.length === 0 ? 0 : (at + 1) % list.length),
    ArrowUp: () => setActive(list.length === 0 ? 0 : (at - 1 + list.length) % list.length),
    Enter: () => list[at] !== undefined && onPick(list[at]),
    Escape: onClose,
  };
  return {
    active: at,
    activate: setActive,
    press(event: KeyboardEvent) {
      const act = event.nativeEvent.isComposing ? undefined : actions[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    },
  };
}

/** Returns the ref of a list, which scrolls to the active option whenever it changes. */
export function useActiveInSight(active: number): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls whenever the active option changes
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return list;
}
