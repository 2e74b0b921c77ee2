import { type DeskMaterial, deskMaterials } from '@parley/contract/materials';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDesk } from '../../lib/desk-context.tsx';
import { useListKeys } from '../../lib/use-list-keys.ts';

type Options = {
  /** Returns the reason why it can't be picked; undefined if it can. */
  obstacle: (material: DeskMaterial) => string | undefined;
  onPick: (material: DeskMaterial) => void;
  onClose: () => void;
};

const none: readonly DeskMaterial[] = [];
/** Picture URLs are valid for at least an hour. */
const freshMs = 30 * 60_000;

/** Searches materials by text and group, and navigates them by the search field's keys. */
export function useMaterialList({ obstacle, onPick, onClose }: Options) {
  const { client } = useDesk();
  const [search, setSearch] = useState('');
  const [group, setGroup] = useState<string>();
  const trimmed = search.trim();
  const query = useQuery({
    queryKey: ['materials', trimmed, group],
    queryFn: ({ signal }) =>
      client.call(
        deskMaterials,
        { query: { ...(trimmed ? { search: trimmed } : {}), ...(group ? { group } : {}) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    refetchInterval: freshMs,
  });
  const list = query.data?.list ?? none;
  const pick = (material: DeskMaterial) => {
    if (obstacle(material) === undefined) onPick(material);
  };
  const keys = useListKeys({ list, onPick: pick, onClose });
  return {
    ...keys,
    query,
    list,
    search,
    group,
    pick,
    find(next: { search?: string; group?: string | undefined }) {
      if (next.search !== undefined) setSearch(next.search.slice(0, 100));
      if ('group' in next) setGroup(next.group);
      keys.activate(0);
    },
  };
}

export type MaterialList = ReturnType<typeof useMaterialList>;
