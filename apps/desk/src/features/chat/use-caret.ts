import { type RefObject, type SyntheticEvent, useLayoutEffect, useState } from 'react';

/** Tracks the text area's caret, and moves it after the text has been replaced. */
export function useCaret(field: RefObject<HTMLElement | null>) {
  const [caret, setCaret] = useState(0);
  const [placed, setPlaced] = useState<number>();
  const area = () => field.current?.querySelector('textarea');
  // The text area contains the new text only after rendering.
  useLayoutEffect(() => {
    if (placed === undefined) return;
    field.current?.querySelector('textarea')?.setSelectionRange(placed, placed);
    setPlaced(undefined);
  }, [placed, field]);
  return {
    caret,
    /** Handler for events of the text area that may have moved its caret. */
    follow: (event: SyntheticEvent<HTMLTextAreaElement>) => setCaret(event.currentTarget.selectionStart),
    place(at: number) {
      area()?.focus();
      setCaret(at);
      setPlaced(at);
    },
  };
}
