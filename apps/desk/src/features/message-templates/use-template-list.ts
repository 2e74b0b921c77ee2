import { deskMessageTemplates, type MessageTemplate } from '@parley/contract/message-templates';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useDesk } from '../../lib/desk-context.tsx';

type Options = {
  conversationId: string;
  onPick: (template: MessageTemplate) => void;
  onClose: () => void;
};

const none: readonly MessageTemplate[] = [];
/** Shown at once; the search finds the others. */
const pageSize = 50;

/** Finds the templates of a conversation's account, and moves through them by the keys of the search field. */
export function useTemplateList({ conversationId, onPick, onClose }: Options) {
  const { client } = useDesk();
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const trimmed = search.trim();
  const query = useQuery({
    queryKey: ['message-templates', conversationId, trimmed],
    queryFn: ({ signal }) =>
      client.call(
        deskMessageTemplates,
        { params: { conversationId }, query: { pageSize, ...(trimmed ? { search: trimmed } : {}) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const list = query.data?.list ?? none;
  const at = Math.min(active, Math.max(0, list.length - 1));
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setActive(list.length === 0 ? 0 : (at + 1) % list.length),
    ArrowUp: () => setActive(list.length === 0 ? 0 : (at - 1 + list.length) % list.length),
    Enter: () => list[at] && onPick(list[at]),
    Escape: onClose,
  };
  return {
    query,
    list,
    more: (query.data?.total ?? 0) > list.length,
    active: at,
    activate: setActive,
    search,
    pick: onPick,
    find(next: string) {
      setSearch(next.slice(0, 100));
      setActive(0);
    },
    press(event: KeyboardEvent) {
      const act = event.nativeEvent.isComposing ? undefined : actions[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    },
  };
}

export type TemplateListState = ReturnType<typeof useTemplateList>;
