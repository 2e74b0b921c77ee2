import { type RefObject, type SyntheticEvent, useLayoutEffect, useState } from 'react';

/** Knows where the caret of the text area stands, and moves it after the text was replaced. */
export function useCaret(field: RefObject<HTMLElement | null>) {
  const [caret, setCaret] = useState(0);
  const [placed, setPlaced] = useState<number>();
  const area = () => field.current?.querySelector('textarea');
  // The new text is in the area only after it was rendered.
  useLayoutEffect(() => {
    if (placed === undefined) return;
    field.current?.querySelector('textarea')?.setSelectionRange(placed, placed);
    setPlaced(undefined);
  }, [placed, field]);
  return {
    caret,
    /** Of the text area, whenever its caret may have moved. */
    follow: (event: SyntheticEvent<HTMLTextAreaElement>) => setCaret(event.currentTarget.selectionStart),
    place(at: number) {
      area()?.focus();
      setCaret(at);
      setPlaced(at);
    },
  };
}
