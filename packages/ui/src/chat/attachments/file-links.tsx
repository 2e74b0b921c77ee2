import type { FileLink } from '@parley/contract/files';
import { createContext, type PropsWithChildren, useCallback, useContext, useEffect, useState } from 'react';

/** Asks for the addresses of a file; they hold for an hour at least. */
type AskForLink = (fileId: string) => Promise<FileLink>;

const FileLinks = createContext<AskForLink | null>(null);

const holdsMs = 55 * 60_000;

/** Provides the addresses of a conversation's files; each is asked for once, until it expires. */
export function FileLinksProvider({ ask, children }: PropsWithChildren<{ ask: AskForLink }>) {
  const [known] = useState(() => new Map<string, { link: Promise<FileLink>; until: number }>());
  const remember = useCallback<AskForLink>(
    (fileId) => {
      const found = known.get(fileId);
      if (found && found.until > Date.now()) return found.link;
      const link = ask(fileId);
      known.set(fileId, { link, until: Date.now() + holdsMs });
      link.catch(() => known.delete(fileId));
      return link;
    },
    [ask, known],
  );
  return <FileLinks value={remember}>{children}</FileLinks>;
}

type LinkState = { link: FileLink | null; failed: boolean };

/** The addresses of a file; null while they are being asked for. */
export function useFileLink(fileId: string): LinkState & { retry: () => void } {
  const ask = useContext(FileLinks);
  if (ask === null) throw new Error('FileLinksProvider is missing');
  const [state, setState] = useState<LinkState>({ link: null, failed: false });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks again
  useEffect(() => {
    let gone = false;
    ask(fileId).then(
      (link) => gone || setState({ link, failed: false }),
      () => gone || setState({ link: null, failed: true }),
    );
    return () => {
      gone = true;
    };
  }, [ask, fileId, turn]);
  const retry = () => {
    setState({ link: null, failed: false });
    setTurn(turn + 1);
  };
  return { ...state, retry };
}
