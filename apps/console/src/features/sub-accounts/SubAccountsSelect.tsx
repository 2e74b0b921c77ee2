import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useRested } from '../../lib/use-rested.ts';
import { FoundManySelect, type ManyChoiceProperties, namedChoices } from '../../ui/FoundManySelect.tsx';
import { subAccounts } from './queries.ts';
import { useSubAccountNames } from './use-sub-account-names.ts';

/** Some of the workspace's sub-accounts, found by typing. */
export function SubAccountsSelect(properties: ManyChoiceProperties) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const search = useRested(typed.trim()) || undefined;
  const found = useQuery(subAccounts(useClient(), { pageNo: 1, pageSize: 100, search }));
  const nameOf = useSubAccountNames((properties.value ?? []).slice(0, namedChoices));
  return (
    <FoundManySelect
      {...properties}
      label={t('subAccounts.many')}
      options={(found.data?.list ?? []).map(({ id, remark, accountName }) => ({
        value: id,
        label: `${remark} (${accountName})`,
      }))}
      nameOf={nameOf}
      query={found}
      onSearch={setTyped}
    />
  );
}
