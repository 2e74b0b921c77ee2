import { useEffect, useEffectEvent } from 'react';

/** Actions by shortcut, such as `Alt+ArrowUp`, `Ctrl+K` (also ⌘ on a Mac), `/`, `?`. */
export type Hotkeys = Readonly<Record<string, () => void>>;

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}

/**
 * Returns whether the target is in a visible dialog or menu, which disables the page's shortcuts, because their effects
 * behind it would go unseen. A dialog that was just closed keeps the focus until the next paint, but no longer counts.
 */
function isInOverlay(target: EventTarget | null): boolean {
  const overlay = target instanceof Element ? target.closest('[role="dialog"], [role="menu"]') : null;
  return overlay?.checkVisibility() ?? false;
}

/**
 * Returns the name under which a key press is looked up; null for presses that belong to a dialog, a menu or a text
 * field, or that repeat a letter.
 */
export function hotkeyOf(event: KeyboardEvent): string | null {
  if (event.isComposing || event.defaultPrevented || isInOverlay(event.target)) return null;
  const control = event.ctrlKey || event.metaKey;
  // Holding a letter would alternately close and reopen a conversation.
  if (!control && !event.altKey && (event.repeat || isTyping(event.target))) return null;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  return `${control ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${key}`;
}

/** Binds shortcuts that work anywhere on the page. */
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
