import type { FileLink } from '@parley/contract/files';
import { createContext, type PropsWithChildren, useCallback, useContext, useEffect, useState } from 'react';

/** Requests the URLs of a file, which are valid for at least an hour. */
type AskForLink = (fileId: string) => Promise<FileLink>;

/** `until` is when the URLs have to be requested again, ms since the epoch. */
type HeldLink = { link: Promise<FileLink>; until: number };

const FileLinks = createContext<((fileId: string) => HeldLink) | null>(null);

const holdsMs = 55 * 60_000;
/** Retry delay while new URLs can't be fetched. */
const againMs = 60_000;

/** Provides the URLs of a conversation's files; each is requested once until it expires. */
export function FileLinksProvider({ ask, children }: PropsWithChildren<{ ask: AskForLink }>) {
  const [known] = useState(() => new Map<string, HeldLink>());
  const remember = useCallback(
    (fileId: string): HeldLink => {
      const found = known.get(fileId);
      if (found && found.until > Date.now()) return found;
      const held = { link: ask(fileId), until: Date.now() + holdsMs };
      known.set(fileId, held);
      held.link.catch(() => known.delete(fileId));
      return held;
    },
    [ask, known],
  );
  return <FileLinks value={remember}>{children}</FileLinks>;
}

type LinkState = { link: FileLink | null; failed: boolean };

/**
 * Returns the URLs of a file; null while they are being requested. A conversation may stay open for longer than the
 * URLs are valid, so they are replaced in time.
 */
export function useFileLink(fileId: string): LinkState & { retry: () => void } {
  const ask = useContext(FileLinks);
  if (ask === null) throw new Error('FileLinksProvider is missing');
  const [state, setState] = useState<LinkState>({ link: null, failed: false });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn requests again
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askAgainAt = (at: number) => {
      timer = setTimeout(() => setTurn((before) => before + 1), Math.max(0, at - Date.now()));
    };
    const { link, until } = ask(fileId);
    link.then(
      (given) => {
        if (gone) return;
        setState({ link: given, failed: false });
        askAgainAt(until);
      },
      () => {
        if (gone) return;
        setState((before) => ({ ...before, failed: before.link === null }));
        askAgainAt(Date.now() + againMs);
      },
    );
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [ask, fileId, turn]);
  const retry = () => {
    setState({ link: null, failed: false });
    setTurn((before) => before + 1);
  };
  return { ...state, retry };
}
