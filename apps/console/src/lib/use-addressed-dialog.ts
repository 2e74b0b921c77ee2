import { useMemo, useState } from 'react';
import { useAddressedPart } from './use-addressed-part.ts';

/** A dialog whose state is in the page's URL, so that a link can open it and Back closes it. */
export type AddressedDialog = {
  /** The visible dialog; null: none. */
  shown: string | null;
  /** Set when the URL no longer names the dialog: it either closes, or `onStay` restores the URL. */
  leaving: { onStay: () => void } | undefined;
  open: (name: string) => void;
  close: () => void;
};

export function useAddressedDialog(): AddressedDialog {
  const { named, open, close } = useAddressedPart('form');
  const [shown, setShown] = useState<string | null>(null);
  if (named !== null && named !== shown) setShown(named);
  const isLeaving = shown !== null && named === null;
  const leaving = useMemo(
    () => (isLeaving ? { onStay: () => open(shown) } : undefined),
    [isLeaving, shown, open],
  );
  return {
    shown,
    leaving,
    open,
    close() {
      setShown(null);
      close();
    },
  };
}
