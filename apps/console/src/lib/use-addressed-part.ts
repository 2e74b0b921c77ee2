import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

/** State of a history entry: the number of entries that opening parts has added since the page itself. */
type EntryState = { partsOpened: number };

/** A page without an entry, or without a part opened in it. */
const noEntry = { partsOpened: 0, isOpen: false };

/** Returns 0 for an entry that the page hasn't added, as after a link from elsewhere. */
function partsOpenedAt(state: unknown): number {
  if (typeof state !== 'object' || state === null || !('partsOpened' in state)) return 0;
  return typeof state.partsOpened === 'number' ? state.partsOpened : 0;
}

/** A part of a page, such as a drawer, that a parameter of the URL names, so that a link opens it. */
export type AddressedPart = {
  /** The value of the parameter; null: the part is closed. */
  named: string | null;
  open: (name: string) => void;
  close: () => void;
};

/**
 * Opening adds an entry to the browser's history, so that Back closes the part. Closing goes back to the entry before:
 * replacing the entry instead would leave two for the same page, and the next Back would seem to do nothing. Only where
 * a link or an entered URL has opened the part, or another one before it, the entry is replaced.
 */
export function useAddressedPart(parameter: string): AddressedPart {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  /** The part that is closed before the URL has changed: going back is asynchronous. */
  const [closing, setClosing] = useState<string | null>(null);
  const inAddress = query.get(parameter);
  if (closing !== null && inAddress !== closing) setClosing(null);
  const entry = useRef(noEntry);
  useLayoutEffect(() => {
    entry.current = { partsOpened: partsOpenedAt(state), isOpen: inAddress !== null };
    // A form may be saved, and so closed, after the page was hidden: the current entry is another page's.
    return () => {
      entry.current = noEntry;
    };
  }, [state, inAddress]);
  const open = useCallback(
    (name: string) => {
      const { partsOpened, isOpen } = entry.current;
      // Below a part that a link has opened, the history has no entry of the page alone to go back to.
      const isLinked = isOpen && partsOpened === 0;
      const next: EntryState = { partsOpened: isLinked ? 0 : partsOpened + 1 };
      setClosing(null);
      setQuery((current) => withParameter(current, parameter, name), { state: next });
    },
    [parameter, setQuery],
  );
  const close = () => {
    if (inAddress === null || inAddress === closing) return;
    setClosing(inAddress);
    const { partsOpened } = entry.current;
    if (partsOpened > 0) void navigate(-partsOpened);
    else setQuery((current) => withParameter(current, parameter, null), { replace: true });
  };
  return { named: inAddress === closing ? null : inAddress, open, close };
}

function withParameter(current: URLSearchParams, parameter: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(current);
  if (value === null) next.delete(parameter);
  else next.set(parameter, value);
  return next;
}
