import { deskMessageTemplates, type MessageTemplate } from '@parley/contract/message-templates';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDesk } from '../../lib/desk-context.tsx';
import { useListKeys } from '../../lib/use-list-keys.ts';

type Options = {
  conversationId: string;
  onPick: (template: MessageTemplate) => void;
  onClose: () => void;
};

const none: readonly MessageTemplate[] = [];
/** The number of templates shown at once; the others are found by searching. */
const pageSize = 50;

/** Searches the templates of a conversation's account, and navigates them by the search field's keys. */
export function useTemplateList({ conversationId, onPick, onClose }: Options) {
  const { client } = useDesk();
  const [search, setSearch] = useState('');
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
  const keys = useListKeys({ list, onPick, onClose });
  return {
    ...keys,
    query,
    list,
    more: (query.data?.total ?? 0) > list.length,
    search,
    pick: onPick,
    find(next: string) {
      setSearch(next.slice(0, 100));
      keys.activate(0);
    },
  };
}

export type TemplateListState = ReturnType<typeof useTemplateList>;
