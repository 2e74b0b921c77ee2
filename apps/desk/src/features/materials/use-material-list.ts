import { type DeskMaterial, deskMaterials } from '@parley/contract/materials';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useDesk } from '../../lib/desk-context.tsx';

type Options = {
  /** Undefined: it can be picked. */
  obstacle: (material: DeskMaterial) => string | undefined;
  onPick: (material: DeskMaterial) => void;
  onClose: () => void;
};

const none: readonly DeskMaterial[] = [];
/** Addresses of pictures hold for an hour at least. */
const freshMs = 30 * 60_000;

/** Finds materials by search and group, and moves through them by the keys of the search field. */
export function useMaterialList({ obstacle, onPick, onClose }: Options) {
  const { client } = useDesk();
  const [search, setSearch] = useState('');
  const [group, setGroup] = useState<string>();
  const [active, setActive] = useState(0);
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
  const at = Math.min(active, Math.max(0, list.length - 1));
  const pick = (material: DeskMaterial | undefined) => {
    if (material !== undefined && obstacle(material) === undefined) onPick(material);
  };
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setActive(list.length === 0 ? 0 : (at + 1) % list.length),
    ArrowUp: () => setActive(list.length === 0 ? 0 : (at - 1 + list.length) % list.length),
    Enter: () => pick(list[at]),
    Escape: onClose,
  };
  return {
    query,
    list,
    active: at,
    activate: setActive,
    search,
    group,
    pick,
    find(next: { search?: string; group?: string | undefined }) {
      if (next.search !== undefined) setSearch(next.search.slice(0, 100));
      if ('group' in next) setGroup(next.group);
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

export type MaterialList = ReturnType<typeof useMaterialList>;
