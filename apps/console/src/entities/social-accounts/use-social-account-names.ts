import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useAccountLabel } from './account-label.ts';
import { socialAccountsByIds } from './queries.ts';

/**
 * Returns a function that names at most 50 social accounts by id, in one request. An id has a generic name until the
 * answer arrives; one that no longer exists is named as deleted.
 */
export function useSocialAccountNames(ids: readonly string[]): (id: string) => string {
  const { t } = useTranslation();
  const labelOf = useAccountLabel();
  const list = [...new Set(ids)].toSorted().join(',');
  const { data } = useQuery(socialAccountsByIds(useClient(), list));
  const names = new Map(data?.list.map((account) => [account.id, labelOf(account)]));
  return (id) => names.get(id) ?? t(data === undefined ? 'socialAccounts.chosen' : 'records.gone');
}
