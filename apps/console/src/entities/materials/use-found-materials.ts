import { materialPage } from '@parley/contract/materials';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useMaterialLabel } from './use-material-label.ts';

/**
 * Returns the options of a select that searches materials.
 *
 * @param media only images, audio and videos
 */
export function useFoundMaterials(media: boolean) {
  const client = useClient();
  const labelOf = useMaterialLabel();
  const [typed, onSearch] = useState('');
  const search = useDebounced(typed.trim()) || undefined;
  const wanted = media ? { media: 'true' as const } : {};
  const request = { pageNo: 1, pageSize: 100, search, ...wanted, sort: 'title.asc' as const };
  const query = useQuery({
    queryKey: [...queryKeys.materials, 'found', request],
    queryFn: ({ signal }) => client.call(materialPage, { query: request }, { signal }),
    placeholderData: keepPreviousData,
  });
  const options = (query.data?.list ?? []).map(({ id, title, content }) => ({
    value: id,
    label: labelOf({ title, type: content.type }),
  }));
  return { query, options, onSearch };
}
