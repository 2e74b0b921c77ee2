import { isApiError } from '@parley/api-client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { oneSubAccount } from './one-sub-account.ts';
import { subAccounts } from './queries.ts';

/** The longest page of the endpoint: most workspaces have no more sub-accounts than these. */
const firstOnes = { pageNo: 1, pageSize: 200 };

/** Returns the names of sub-accounts by id: one request for the workspace's newest, and one for each older one. */
export function useSubAccountNames(ids: readonly string[]): (id: string) => string {
  const { t } = useTranslation();
  const client = useClient();
  const newest = useQuery({ ...subAccounts(client, firstOnes), enabled: ids.length > 0 });
  const known = new Map(newest.data?.list.map(({ id, remark }) => [id, remark]));
  const others = newest.isPending ? [] : [...new Set(ids)].filter((id) => !known.has(id));
  const asked = useQueries({ queries: others.map((id) => oneSubAccount(client, id)) });
  asked.forEach(({ data, error }, at) => {
    const id = others[at];
    if (id === undefined) return;
    if (data !== undefined) known.set(id, data.remark);
    else if (isApiError(error, 'sub-account.not-found')) known.set(id, t('records.gone'));
  });
  return (id) => known.get(id) ?? t('subAccounts.chosen');
}
