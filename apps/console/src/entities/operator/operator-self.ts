import type { Client } from '@parley/api-client';
import { operatorInfo } from '@parley/contract/identity';
import { queryOptions } from '@tanstack/react-query';

/** The operator's data has a separate query cache, so these keys need no further prefix. */
export const operatorKeys = {
  self: ['self'],
  notifications: ['notifications'],
  contacts: ['contacts'],
  certifications: ['certifications'],
  settings: ['settings'],
  mail: ['mail'],
  tenants: ['tenants'],
  owners: ['owners'],
} as const;

export const operatorSelf = (client: Client) =>
  queryOptions({
    queryKey: operatorKeys.self,
    queryFn: ({ signal }) => client.call(operatorInfo, {}, { signal }),
  });
