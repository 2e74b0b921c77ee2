import { Popconfirm, type PopconfirmProps } from 'antd';
import { useId, useRef } from 'react';

type Properties = Omit<PopconfirmProps, 'afterOpenChange' | 'cancelButtonProps'>;

/**
 * antd's Popconfirm. It is rendered at the end of the page, where Tab arrives last; so its first button receives the
 * focus while it is open, and the previously focused element gets it back afterwards.
 */
export function ConfirmPopover(properties: Properties) {
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
    // The focus may still be in the popup, which is about to be removed.
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
