import type { ConversationFilter } from '@parley/chat-core';
import { platformId } from '@parley/contract/catalogues';
import { conversationView, mostFilterTags } from '@parley/contract/conversations';
import { id } from '@parley/contract/values';
import { useCallback, useMemo } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';

function tagsIn(text: string | null): string[] {
  const ids = (text ?? '').split(',').filter((one) => id.safeParse(one).success);
  return [...new Set(ids)].slice(0, mostFilterTags);
}

/** Returns the state in the address: the open conversation and the list's filters. A reload restores the same view. */
export function useDeskLocation() {
  const { conversationId = null } = useParams();
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const query = search.toString();

  const filters = useMemo<ConversationFilter>(
    () => ({
      view: conversationView.safeParse(search.get('view')).data ?? 'open',
      socialAccountId: search.get('account'),
      platform: platformId.safeParse(search.get('platform')).data ?? null,
      search: search.get('q') ?? '',
      unread: search.get('unread') === '1',
      tagIds: tagsIn(search.get('tags')),
    }),
    [search],
  );
  const setFilters = useCallback(
    (change: Partial<ConversationFilter>) => {
      setSearch(
        (before) => {
          const next = { ...filters, ...change };
          const after = new URLSearchParams(before);
          const put = (name: string, value: string) =>
            value === '' ? after.delete(name) : after.set(name, value);
          put('view', next.view === 'open' ? '' : next.view);
          put('platform', next.platform ?? '');
          put('account', next.socialAccountId ?? '');
          put('q', next.search);
          put('unread', next.unread ? '1' : '');
          put('tags', next.tagIds.join(','));
          return after;
        },
        { replace: true },
      );
    },
    [filters, setSearch],
  );
  const suffix = query === '' ? '' : `?${query}`;
  const pathOf = useCallback((id: string) => `/c/${encodeURIComponent(id)}${suffix}`, [suffix]);
  const open = useCallback((id: string) => void navigate(pathOf(id)), [navigate, pathOf]);
  return { conversationId, filters, setFilters, pathOf, open, listPath: `/${suffix}` };
}

export type DeskLocation = ReturnType<typeof useDeskLocation>;
