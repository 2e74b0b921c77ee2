import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useRested } from '../../lib/use-rested.ts';
import { type ChoiceProperties, FoundSelect } from '../../ui/FoundSelect.tsx';
import { subAccounts } from './queries.ts';

/** One of the workspace's sub-accounts, found by typing. */
export function SubAccountSelect(properties: ChoiceProperties) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const search = useRested(typed.trim()) || undefined;
  const found = useQuery(subAccounts(useClient(), { pageNo: 1, pageSize: 100, search }));
  return (
    <FoundSelect
      {...properties}
      label={t('subAccounts.one')}
      chosenLabel={t('subAccounts.chosen')}
      options={(found.data?.list ?? []).map(({ id, remark, accountName }) => ({
        value: id,
        label: `${remark} (${accountName})`,
      }))}
      query={found}
      onSearch={setTyped}
    />
  );
}
