import { useTranslation } from 'react-i18next';
import { type ManyChoiceProperties, namedChoices, SearchMultiSelect } from '../../ui/SearchMultiSelect.tsx';
import { useFoundSubAccounts } from './use-found-sub-accounts.ts';
import { useSubAccountNames } from './use-sub-account-names.ts';

/** Selects some of the workspace's sub-accounts by typing. */
export function SubAccountsSelect(properties: ManyChoiceProperties) {
  const { t } = useTranslation();
  const found = useFoundSubAccounts();
  const nameOf = useSubAccountNames((properties.value ?? []).slice(0, namedChoices));
  return <SearchMultiSelect {...properties} {...found} label={t('subAccounts.many')} nameOf={nameOf} />;
}
