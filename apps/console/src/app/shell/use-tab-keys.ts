import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import type { Tab } from './tabs.ts';

/** The index to which each key moves among `count` tabs. */
const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

type TabKeys = {
  list: RefObject<HTMLUListElement | null>;
  onKeyDown: (event: KeyboardEvent) => void;
};

/**
 * Handles the keyboard in the tab bar: arrow keys, Home and End move along the tabs, Delete closes the focused one; the
 * focus stays in the bar.
 */
export function useTabKeys(tabs: readonly Tab[], close: (path: string) => void): TabKeys {
  const list = useRef<HTMLUListElement>(null);
  const focusNext = useRef<string | null>(null);
  const focus = (path: string | undefined) =>
    list.current?.querySelector<HTMLElement>(`[data-tab="${path}"]`)?.focus();

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after a tab was closed.
  useLayoutEffect(() => {
    if (focusNext.current === null) return;
    focus(focusNext.current);
    focusNext.current = null;
  }, [tabs]);

  const onKeyDown = (event: KeyboardEvent) => {
    const path = event.target instanceof HTMLElement ? event.target.dataset.tab : undefined;
    const at = tabs.findIndex((tab) => tab.path === path);
    if (at < 0 || path === undefined) return;
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      focus(tabs[step(at, tabs.length)]?.path);
    } else if (event.key === 'Delete' && at > 0) {
      focusNext.current = (tabs[at + 1] ?? tabs[at - 1])?.path ?? null;
      close(path);
    }
  };
  return { list, onKeyDown };
}
