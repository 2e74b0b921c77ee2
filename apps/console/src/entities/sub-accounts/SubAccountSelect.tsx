import { useTranslation } from 'react-i18next';
import { type ChoiceProperties, SearchSelect } from '../../ui/SearchSelect.tsx';
import { useFoundSubAccounts } from './use-found-sub-accounts.ts';
import { useSubAccountNames } from './use-sub-account-names.ts';

/** Selects one of the workspace's sub-accounts by typing. */
export function SubAccountSelect(properties: ChoiceProperties) {
  const { t } = useTranslation();
  const found = useFoundSubAccounts();
  const { value } = properties;
  // One from the URL or an earlier search may be beyond the first hundred.
  const beyond =
    value && found.query.isSuccess && !found.options.some((option) => option.value === value) ? [value] : [];
  const nameOf = useSubAccountNames(beyond);
  return (
    <SearchSelect {...properties} {...found} label={t('subAccounts.one')} chosenLabel={nameOf(value ?? '')} />
  );
}
