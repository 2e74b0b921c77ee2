import type { ConversationFilter } from '@parley/chat-core';
import { platformId } from '@parley/contract/catalogues';
import { conversationView, maxFilterTags } from '@parley/contract/conversations';
import { id } from '@parley/contract/values';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType, useParams, useSearchParams } from 'react-router';

function tagsIn(text: string | null): string[] {
  const ids = (text ?? '').split(',').filter((one) => id.safeParse(one).success);
  return [...new Set(ids)].slice(0, maxFilterTags);
}

/** Returns the address's query with its place in the conversation replaced by `at`, or removed if null. */
function queryAt(query: string, at: number | null): string {
  const after = new URLSearchParams(query);
  if (at === null) after.delete('at');
  else after.set('at', String(at));
  return after.size === 0 ? '' : `?${after}`;
}

const kinds = ['private', 'group'] as const;

function placeIn(text: string | null): number | null {
  // History has places below 1.
  return text !== null && /^-?\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Returns the address's query with these filters. */
function withFilters(query: URLSearchParams, filters: ConversationFilter): URLSearchParams {
  const after = new URLSearchParams(query);
  const put = (name: string, value: string) => (value === '' ? after.delete(name) : after.set(name, value));
  put('view', filters.view === 'open' ? '' : filters.view);
  put('platform', filters.platform ?? '');
  put('account', filters.socialAccountId ?? '');
  put('q', filters.search);
  put('unread', filters.unread ? '1' : '');
  put('kind', filters.kind ?? '');
  put('tags', filters.tagIds.join(','));
  return after;
}

/** Returns a key of the last visit to an address; a change of filters replaces the address and is not a visit. */
function useVisit(): string {
  const { key } = useLocation();
  const type = useNavigationType();
  const [visit, setVisit] = useState(key);
  if (type === 'REPLACE' || key === visit) return visit;
  setVisit(key);
  return key;
}

/** Returns the state in the address: the open conversation and the list's filters. A reload restores the same view. */
export function useDeskLocation() {
  const { conversationId = null } = useParams();
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const visit = useVisit();
  const query = search.toString();
  const seq = placeIn(search.get('at'));
  const place = useMemo(() => (seq === null ? null : { seq, visit }), [seq, visit]);

  const filters = useMemo<ConversationFilter>(
    () => ({
      view: conversationView.safeParse(search.get('view')).data ?? 'open',
      socialAccountId: search.get('account'),
      platform: platformId.safeParse(search.get('platform')).data ?? null,
      search: search.get('q') ?? '',
      unread: search.get('unread') === '1',
      kind: kinds.find((kind) => kind === search.get('kind')) ?? null,
      tagIds: tagsIn(search.get('tags')),
    }),
    [search],
  );
  const latest = useRef({ filters, setSearch });
  useLayoutEffect(() => {
    latest.current = { filters, setSearch };
  });
  /** Stable, for lists whose items receive it. */
  const setFilters = useCallback((change: Partial<ConversationFilter>) => {
    const next = { ...latest.current.filters, ...change };
    latest.current.setSearch((before) => withFilters(before, next), { replace: true });
  }, []);
  const suffix = queryAt(query, null);
  const pathOf = useCallback((id: string) => `/c/${encodeURIComponent(id)}${suffix}`, [suffix]);
  /** Returns the address of a message in its conversation. */
  const messagePathOf = useCallback(
    (id: string, at: number) => `/c/${encodeURIComponent(id)}${queryAt(query, at)}`,
    [query],
  );
  const open = useCallback((id: string) => void navigate(pathOf(id)), [navigate, pathOf]);
  return { conversationId, place, filters, setFilters, pathOf, messagePathOf, open, listPath: `/${suffix}` };
}

export type DeskLocation = ReturnType<typeof useDeskLocation>;
