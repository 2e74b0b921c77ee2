import type { Client } from '@parley/api-client';
import { getCertification } from '@parley/contract/identity';
import { queryOptions } from '@tanstack/react-query';

/** Below the user's key, because the profile shows the status as well. */
export const certificationKey = ['user', 'certification'] as const;

export const ownCertification = (client: Client) =>
  queryOptions({
    queryKey: certificationKey,
    queryFn: ({ signal }) => client.call(getCertification, {}, { signal }),
  });
