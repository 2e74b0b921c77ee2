import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';

const parameter = 'form';

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
  const [query, setQuery] = useSearchParams();
  const [shown, setShown] = useState<string | null>(null);
  /** Set after a button has closed it: the URL follows shortly after. */
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
