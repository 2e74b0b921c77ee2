import { useTranslation } from 'react-i18next';
import { type ManyChoiceProperties, namedChoices, SearchMultiSelect } from '../../ui/SearchMultiSelect.tsx';
import { useFoundSocialAccounts } from './use-found-social-accounts.ts';
import { useSocialAccountNames } from './use-social-account-names.ts';

/** Selects some of the workspace's social accounts by typing. */
export function SocialAccountsSelect(properties: ManyChoiceProperties) {
  const { t } = useTranslation();
  const found = useFoundSocialAccounts();
  const nameOf = useSocialAccountNames((properties.value ?? []).slice(0, namedChoices));
  return <SearchMultiSelect {...properties} {...found} label={t('socialAccounts.many')} nameOf={nameOf} />;
}
