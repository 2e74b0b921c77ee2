import { useTranslation } from 'react-i18next';
import { type ChoiceProperties, SearchSelect } from '../../ui/SearchSelect.tsx';
import { useFoundSocialAccounts } from './use-found-social-accounts.ts';

/** One of the workspace's social accounts, found by typing. */
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
