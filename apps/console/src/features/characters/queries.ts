import type { Client } from '@parley/api-client';
import { characterUsageChart, getCharacterSummary } from '@parley/contract/characters';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

export const characterSummary = (client: Client) =>
  queryOptions({
    queryKey: queryKeys.characters,
    queryFn: ({ signal }) => client.call(getCharacterSummary, {}, { signal }),
  });

/** Usage of the last days, the current one last. */
export const characterDays = (client: Client, days: '7' | '30') =>
  queryOptions({
    queryKey: [...queryKeys.characterDays, days],
    queryFn: ({ signal }) => client.call(characterUsageChart, { query: { days } }, { signal }),
    placeholderData: keepPreviousData,
  });
