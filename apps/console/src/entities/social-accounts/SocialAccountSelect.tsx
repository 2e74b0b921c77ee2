import { useTranslation } from 'react-i18next';
import { type ChoiceProperties, SearchSelect } from '../../ui/SearchSelect.tsx';
import { useFoundSocialAccounts } from './use-found-social-accounts.ts';

/** Selects one of the workspace's social accounts by typing. */
export function SocialAccountSelect(properties: ChoiceProperties) {
  const { t } = useTranslation();
  return (
    <SearchSelect
      {...properties}
      {...useFoundSocialAccounts()}
      label={t('socialAccounts.one')}
      chosenLabel={t('socialAccounts.chosen')}
    />
  );
}
