import { platforms } from '@parley/contract/catalogues';
import { interfaceLanguageOf } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { useDebounced } from '../../lib/use-debounced.ts';
import { type ChoiceProperties, SearchSelect } from '../../ui/SearchSelect.tsx';
import { socialAccounts } from './queries.ts';

/** One of the workspace's social accounts, found by typing. */
export function SocialAccountSelect(properties: ChoiceProperties) {
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim()) || undefined;
  const language = interfaceLanguageOf(i18n.language);
  const found = useQuery(socialAccounts(useClient(), { pageNo: 1, pageSize: 100, search }));
  return (
    <SearchSelect
      {...properties}
      label={t('socialAccounts.one')}
      chosenLabel={t('socialAccounts.chosen')}
      options={(found.data?.list ?? []).map(({ id, name, platform }) => ({
        value: id,
        label: `${name} (${platforms[platform].names[language]})`,
      }))}
      query={found}
      onSearch={setTyped}
    />
  );
}
