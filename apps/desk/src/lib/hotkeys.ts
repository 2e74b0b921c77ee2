import { useEffect, useEffectEvent } from 'react';

/** `Alt+ArrowUp`, `Ctrl+K` (⌘ on a Mac as well), `/`, `?`. */
export type Hotkeys = Readonly<Record<string, () => void>>;

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}

/**
 * A dialog or an open menu has the page to itself: what happened behind it would go unseen. One that was just closed
 * keeps the focus until the page is painted again, and has nothing to itself any more.
 */
function isInOverlay(target: EventTarget | null): boolean {
  const overlay = target instanceof Element ? target.closest('[role="dialog"], [role="menu"]') : null;
  return overlay?.checkVisibility() ?? false;
}

/**
 * The name under which a key press is looked up; null for presses that belong to a dialog, a menu or the text being
 * typed, or that repeat a letter.
 */
export function hotkeyOf(event: KeyboardEvent): string | null {
  if (event.isComposing || event.defaultPrevented || isInOverlay(event.target)) return null;
  const control = event.ctrlKey || event.metaKey;
  // A held letter would close a conversation and open it again by turns.
  if (!control && !event.altKey && (event.repeat || isTyping(event.target))) return null;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  return `${control ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${key}`;
}

/** Keys that work anywhere on the page. */
export function useHotkeys(hotkeys: Hotkeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const name = hotkeyOf(event);
    const action = name === null ? undefined : hotkeys[name];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
