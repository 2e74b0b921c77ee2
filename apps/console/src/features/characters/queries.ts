import type { Client } from '@parley/api-client';
import { getCharacterSummary } from '@parley/contract/characters';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

export const characterSummary = (client: Client) =>
  queryOptions({
    queryKey: queryKeys.characters,
    queryFn: ({ signal }) => client.call(getCharacterSummary, {}, { signal }),
  });
