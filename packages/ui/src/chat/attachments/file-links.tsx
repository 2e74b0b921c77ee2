import { createContext, type PropsWithChildren, useCallback, useContext, useEffect, useState } from 'react';

/** Asks for an address of a file; it holds for an hour at least. */
type AskForLink = (fileId: string) => Promise<string>;

const FileLinks = createContext<AskForLink | null>(null);

const holdsMs = 55 * 60_000;

/** Provides the addresses of a conversation's files; each is asked for once, until it expires. */
export function FileLinksProvider({ ask, children }: PropsWithChildren<{ ask: AskForLink }>) {
  const [known] = useState(() => new Map<string, { link: Promise<string>; until: number }>());
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

type FileLink = { url: string | null; failed: boolean; retry: () => void };

/** The address of a file; null while it is being asked for. */
export function useFileLink(fileId: string): FileLink {
  const ask = useContext(FileLinks);
  if (ask === null) throw new Error('FileLinksProvider is missing');
  const [state, setState] = useState<{ url: string | null; failed: boolean }>({ url: null, failed: false });
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks again
  useEffect(() => {
    let gone = false;
    ask(fileId).then(
      (url) => gone || setState({ url, failed: false }),
      () => gone || setState({ url: null, failed: true }),
    );
    return () => {
      gone = true;
    };
  }, [ask, fileId, turn]);
  const retry = () => {
    setState({ url: null, failed: false });
    setTurn(turn + 1);
  };
  return { ...state, retry };
}
