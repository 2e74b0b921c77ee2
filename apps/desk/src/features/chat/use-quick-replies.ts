import {
  type DeskQuickReply,
  deskQuickReplies,
  fillIn,
  type QuickReplyValues,
} from '@parley/contract/quick-replies';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { useDesk } from '../../lib/desk-context.tsx';
import { commandAt, replaceCommand } from './quick-reply-command.ts';
import { useCaret } from './use-caret.ts';

type Options = {
  text: string;
  values: QuickReplyValues;
  /** The element around the text area. */
  field: RefObject<HTMLElement | null>;
  write: (text: string) => void;
  /** Receives the chosen reply, to attach what it contains besides text. */
  onPick: (reply: DeskQuickReply) => void;
};

const none: readonly DeskQuickReply[] = [];

/** Searches quick replies by the word after a slash at the caret, and replaces it by the chosen one. */
export function useQuickReplies({ text, values, field, write, onPick }: Options) {
  const { caret, follow, place } = useCaret(field);
  /** The text for which the list was closed: it stays closed until the text changes. */
  const [closedIn, setClosedIn] = useState<string>();
  const command = closedIn === text ? null : commandAt(text, caret);
  const found = useFound(command?.search ?? null);
  const { list, active } = found;

  const pick = (reply: DeskQuickReply | undefined) => {
    if (command === null || reply === undefined) return;
    const next = replaceCommand(text, command, fillIn(reply.content, values));
    write(next.text);
    setClosedIn(next.text);
    place(next.caret);
    onPick(reply);
  };
  /** Opens the list at the caret by inserting the slash that an agent would type. */
  const begin = () => {
    const before = text.slice(0, caret);
    const slash = before === '' || /\s$/.test(before) ? '/' : ' /';
    write(before + slash + text.slice(caret));
    setClosedIn(undefined);
    place(caret + slash.length);
  };
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => found.activate((active + 1) % list.length),
    ArrowUp: () => found.activate((active - 1 + list.length) % list.length),
    Enter: () => pick(list[active]),
    Tab: () => pick(list[active]),
  };
  /** Returns true when the list handled the key. */
  const press = (event: KeyboardEvent): boolean => {
    const { key, shiftKey, ctrlKey, metaKey } = event;
    if (command === null || shiftKey || ctrlKey || metaKey) return false;
    const act = list.length === 0 ? undefined : actions[key];
    if (key === 'Escape') setClosedIn(text);
    else if (act === undefined) return false;
    act?.();
    event.preventDefault();
    return true;
  };
  return { ...found, open: command !== null, pick, begin, press, follow };
}

export type QuickReplies = ReturnType<typeof useQuickReplies>;

/** @param search null when nothing is searched for */
function useFound(search: string | null) {
  const { client } = useDesk();
  const [chosen, setChosen] = useState({ search, at: 0 });
  const query = useQuery({
    queryKey: ['quick-replies', search],
    queryFn: ({ signal }) => client.call(deskQuickReplies, { query: search ? { search } : {} }, { signal }),
    enabled: search !== null,
    placeholderData: keepPreviousData,
  });
  const list = query.data?.list ?? none;
  const at = chosen.search === search ? chosen.at : 0;
  return {
    list,
    active: Math.min(at, Math.max(0, list.length - 1)),
    activate: (next: number) => setChosen({ search, at: next }),
    problem: query.error,
    isLoading: query.isPending,
    retry: () => void query.refetch(),
  };
}
