import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Actions of a message: when they go while one of them has the focus, the message's row gets it. */
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
