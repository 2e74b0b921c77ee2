import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Wraps a message's actions: when they are removed while one has the focus, the focus moves to the message's row. */
export function KeptFocus({ children }: { children: ReactNode }) {
  const actions = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = actions.current;
    const row = element?.closest('li');
    return () => {
      if (element?.contains(document.activeElement)) row?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <span className="desk-message-actions" ref={actions}>
      {children}
    </span>
  );
}
