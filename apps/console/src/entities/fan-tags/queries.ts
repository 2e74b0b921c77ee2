import type { Client } from '@parley/api-client';
import { listFanTags } from '@parley/contract/fan-tags';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';

/** All tags of the workspace, at most 200. */
export const fanTags = (client: Client) =>
  queryOptions({
    queryKey: queryKeys.fanTags,
    queryFn: async ({ signal }) => (await client.call(listFanTags, {}, { signal })).list,
  });
