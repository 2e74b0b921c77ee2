import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../lib/session-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { useAccountLabel } from './account-label.ts';
import { foundSocialAccounts } from './queries.ts';

/** Returns the options of a select that searches social accounts. */
export function useFoundSocialAccounts() {
  const [typed, onSearch] = useState('');
  const labelOf = useAccountLabel();
  const query = useQuery(foundSocialAccounts(useClient(), useDebounced(typed.trim()) || undefined));
  const options = (query.data?.list ?? []).map((account) => ({ value: account.id, label: labelOf(account) }));
  return { query, options, onSearch };
}
