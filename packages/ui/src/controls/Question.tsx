import { Popconfirm, type PopconfirmProps } from 'antd';
import { useId, useRef } from 'react';

type Properties = Omit<PopconfirmProps, 'afterOpenChange' | 'cancelButtonProps'>;

/**
 * antd's question beside a button. It stands at the end of the page, where Tab arrives last: so its first answer has the
 * focus while it is open, and what had it before has it again.
 */
export function Question(properties: Properties) {
  const first = useId();
  const before = useRef<Element | null>(null);
  const moveFocus = (open: boolean) => {
    const answer = document.getElementById(first);
    const focused = document.activeElement;
    if (open) {
      before.current = focused;
      answer?.focus({ preventScroll: true });
      return;
    }
    // It may still be in the question, which goes now.
    const isLost = focused === document.body || answer?.closest('[role="tooltip"]')?.contains(focused);
    if (isLost && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  };
  return (
    <Popconfirm
      {...properties}
      destroyOnHidden
      cancelButtonProps={{ id: first }}
      afterOpenChange={moveFocus}
    />
  );
}
