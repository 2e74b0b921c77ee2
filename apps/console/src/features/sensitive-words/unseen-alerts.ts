import { countSensitiveWordAlerts } from '@parley/contract/sensitive-words';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';

/** Returns the number of alerts that no console has shown yet; undefined until it is known. */
export function useUnseenAlerts(): number | undefined {
  const client = useClient();
  const query = useQuery({
    queryKey: queryKeys.sensitiveWordAlerts,
    queryFn: ({ signal }) => client.call(countSensitiveWordAlerts, {}, { signal }),
  });
  return query.data?.unseen;
}
