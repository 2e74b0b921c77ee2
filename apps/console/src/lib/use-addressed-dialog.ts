import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';

const parameter = 'form';

/** A dialog that stands in the page's address, so that it can be opened by a link, and Back closes it. */
export type AddressedDialog = {
  /** The dialog in sight; null: none. */
  shown: string | null;
  /** The address doesn't show it any more: it is to close, or to be put back. */
  leaving: { onStay: () => void } | undefined;
  open: (name: string) => void;
  close: () => void;
};

export function useAddressedDialog(): AddressedDialog {
  const [query, setQuery] = useSearchParams();
  const [shown, setShown] = useState<string | null>(null);
  /** It was closed by a button: the address follows a moment later. */
  const [isClosed, setClosed] = useState(false);
  const named = query.get(parameter);
  if (isClosed && named === null) setClosed(false);
  const wanted = isClosed ? null : named;
  if (wanted !== null && wanted !== shown) setShown(wanted);
  const put = useCallback(
    (name: string | null, replace: boolean) =>
      setQuery(
        (current) => {
          const next = new URLSearchParams(current);
          if (name === null) next.delete(parameter);
          else next.set(parameter, name);
          return next;
        },
        { replace },
      ),
    [setQuery],
  );
  const isLeaving = shown !== null && wanted === null;
  const leaving = useMemo(
    () => (isLeaving ? { onStay: () => put(shown, false) } : undefined),
    [isLeaving, shown, put],
  );
  return {
    shown,
    leaving,
    open(name) {
      setClosed(false);
      put(name, false);
    },
    close() {
      setShown(null);
      if (named === null) return;
      setClosed(true);
      put(null, true);
    },
  };
}
