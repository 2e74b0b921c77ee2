import { deskMembers, type GroupMember } from '@parley/contract/conversations';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { useDesk } from '../../lib/desk-context.tsx';
import { mentionAt, replaceMention } from './mention-command.ts';
import { useCaret } from './use-caret.ts';

type Options = {
  conversationId: string;
  /** The platform accepts mentions in this conversation. */
  enabled: boolean;
  text: string;
  /** The element around the text area. */
  field: RefObject<HTMLElement | null>;
  write: (text: string) => void;
};

const none: readonly GroupMember[] = [];
/** The maximum number of suggested members. */
const suggested = 8;

/** Suggests members for the at sign before the caret, and replaces it by the chosen one. */
export function useMentions({ conversationId, enabled, text, field, write }: Options) {
  const { caret, follow, place } = useCaret(field);
  /** The text for which the list was closed: it stays closed until the text changes. */
  const [closedIn, setClosedIn] = useState<string>();
  const command = enabled && closedIn !== text ? mentionAt(text, caret) : null;
  const found = useMembers(conversationId, command?.search ?? null);
  const { list, active } = found;

  const pick = (member: GroupMember | undefined) => {
    if (command === null || member === undefined) return;
    // A handle is the platform's unique identifier of a member; a name may be another member's, too.
    const next = replaceMention(text, command, member.handle ?? member.name);
    write(next.text);
    setClosedIn(next.text);
    place(next.caret);
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
    if (command === null || list.length === 0 || shiftKey || ctrlKey || metaKey) return false;
    const act = actions[key];
    if (key === 'Escape') setClosedIn(text);
    else if (act === undefined) return false;
    act?.();
    event.preventDefault();
    return true;
  };
  // With no member to suggest, the text is left as it is.
  return { ...found, open: command !== null && list.length > 0, pick, press, follow };
}

export type Mentions = ReturnType<typeof useMentions>;

/** @param search null when no member is searched for */
function useMembers(conversationId: string, search: string | null) {
  const { client } = useDesk();
  const [chosen, setChosen] = useState({ search, at: 0 });
  const query = useQuery({
    queryKey: ['members', conversationId, 'suggestions', search],
    queryFn: async ({ signal }) => {
      const asked = { pageSize: suggested, ...(search ? { search } : {}) };
      const { list } = await client.call(
        deskMembers,
        { params: { conversationId }, query: asked },
        { signal },
      );
      return list.filter(({ present }) => present);
    },
    enabled: search !== null,
    placeholderData: keepPreviousData,
  });
  const list = search === null ? none : (query.data ?? none);
  const at = chosen.search === search ? chosen.at : 0;
  return {
    list,
    active: Math.min(at, Math.max(0, list.length - 1)),
    activate: (next: number) => setChosen({ search, at: next }),
  };
}
