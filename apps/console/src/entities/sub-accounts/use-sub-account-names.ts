import { subAccountNames } from '@parley/contract/sub-accounts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';

/**
 * Returns a function that names at most 50 sub-accounts by id, in one request. An id has a generic name until the
 * answer arrives; one that no longer exists is named as deleted.
 */
export function useSubAccountNames(ids: readonly string[]): (id: string) => string {
  const { t } = useTranslation();
  const client = useClient();
  const list = [...new Set(ids)].toSorted().join(',');
  const { data } = useQuery({
    queryKey: [...queryKeys.subAccounts, 'names', list],
    queryFn: ({ signal }) => client.call(subAccountNames, { query: { ids: list } }, { signal }),
    enabled: list !== '',
  });
  const names = new Map(data?.list.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? t(data === undefined ? 'subAccounts.chosen' : 'records.gone');
}
