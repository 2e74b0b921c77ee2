import { platforms } from '@parley/contract';
import { interfaceLanguageOf } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Select, type SelectProps } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useRested } from '../../lib/use-rested.ts';
import { socialAccounts } from './queries.ts';

type Properties = Pick<SelectProps<string>, 'value' | 'onChange' | 'allowClear' | 'className'>;

/** One of the workspace's social accounts, found by typing. */
export function SocialAccountSelect(properties: Properties) {
  const { t, i18n } = useTranslation();
  const client = useClient();
  const [typed, setTyped] = useState('');
  const search = useRested(typed.trim());
  const language = interfaceLanguageOf(i18n.language);
  const found = useQuery(
    socialAccounts(client, { pageNo: 1, pageSize: 100, search: search === '' ? undefined : search }),
  );
  const options = (found.data?.list ?? []).map(({ id, name, platform }) => ({
    value: id,
    label: `${name} (${platforms[platform].names[language]})`,
  }));
  const { value } = properties;
  // A filter out of the address may lie beyond the first hundred: never show a bare id.
  const listed = value === undefined || value === null || options.some((option) => option.value === value);
  const missing = listed || found.isPending ? [] : [{ value, label: t('socialAccounts.chosen') }];
  return (
    <Select
      {...properties}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      aria-label={t('socialAccounts.one')}
      placeholder={t('socialAccounts.one')}
      loading={found.isFetching}
      options={[...options, ...missing]}
    />
  );
}
