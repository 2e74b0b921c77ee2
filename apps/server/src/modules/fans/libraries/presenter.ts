import type { DedupeLibrary } from '@parley/contract/dedupe-libraries';
import type { LibraryItem } from './queries.ts';

export function presentLibrary(item: LibraryItem): DedupeLibrary {
  return {
    id: item.id,
    name: item.name,
    platform: item.platform,
    range: item.range,
    subAccountIds: item.subAccountIds,
    enabled: item.enabled,
    entries: item.entries,
    version: item.version,
    createdAt: item.createdAt.getTime(),
  };
}
