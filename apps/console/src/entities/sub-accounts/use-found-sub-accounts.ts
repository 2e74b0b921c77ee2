import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../lib/session-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { subAccounts } from './queries.ts';

/** Returns the options of a select that searches sub-accounts. */
export function useFoundSubAccounts() {
  const [typed, onSearch] = useState('');
  const search = useDebounced(typed.trim()) || undefined;
  const query = useQuery(subAccounts(useClient(), { pageNo: 1, pageSize: 100, search }));
  const options = (query.data?.list ?? []).map(({ id, remark, accountName }) => ({
    value: id,
    label: `${remark} (${accountName})`,
  }));
  return { query, options, onSearch };
}
