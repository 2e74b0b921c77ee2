import type { Client } from '@parley/api-client';
import { operatorSystemConfig } from '@parley/contract/settings';
import { queryOptions } from '@tanstack/react-query';
import { operatorKeys } from '../../entities/operator/operator-self.ts';

export const operatorSettings = (client: Client) =>
  queryOptions({
    queryKey: operatorKeys.settings,
    queryFn: ({ signal }) => client.call(operatorSystemConfig, {}, { signal }),
  });
