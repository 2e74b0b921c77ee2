import { useQuery } from '@tanstack/react-query';
import { Select, type SelectProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useRested } from '../../lib/use-rested.ts';
import { subAccounts } from './queries.ts';

type Properties = Pick<SelectProps<string>, 'value' | 'onChange' | 'allowClear' | 'id' | 'className'>;

/** One of the workspace's sub-accounts, found by typing. */
export function SubAccountSelect(properties: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const [typed, setTyped] = useState('');
  const search = useRested(typed.trim());
  const found = useQuery(
    subAccounts(client, { pageNo: 1, pageSize: 100, search: search === '' ? undefined : search }),
  );
  const options = (found.data?.list ?? []).map(({ id, remark, accountName }) => ({
    value: id,
    label: `${remark} (${accountName})`,
  }));
  const { value } = properties;
  // A filter out of the address may lie beyond the first hundred: never show a bare id.
  const listed = value === undefined || value === null || options.some((option) => option.value === value);
  const missing = listed || found.isPending ? [] : [{ value, label: t('subAccounts.chosen') }];
  return (
    <Select
      {...properties}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      aria-label={t('subAccounts.one')}
      placeholder={t('subAccounts.one')}
      loading={found.isFetching}
      options={[...options, ...missing]}
    />
  );
}
