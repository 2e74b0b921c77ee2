import { type FocusEvent, type MouseEvent, type PointerEvent, useMemo } from 'react';

/** `near`: the pointer or the focus has reached the row. `opens`: it is being pressed. */
export type Intent = 'near' | 'opens';

function idOf(target: EventTarget): string | null {
  const link = target instanceof Element ? target.closest('[data-conversation]') : null;
  return link?.getAttribute('data-conversation') ?? null;
}

/** Returns a list's event handlers that report which conversation the agent is about to open. */
export function useIntent(onIntent: (id: string, intent: Intent) => void) {
  return useMemo(() => {
    const report = (intent: Intent) => (event: FocusEvent | MouseEvent | PointerEvent) => {
      const id = idOf(event.target);
      if (id !== null) onIntent(id, intent);
    };
    return {
      onMouseOver: report('near'),
      onFocus: report('near'),
      onPointerDown: report('opens'),
      // Also triggered by a key, and before the row itself opens it.
      onClickCapture: report('opens'),
    };
  }, [onIntent]);
}
