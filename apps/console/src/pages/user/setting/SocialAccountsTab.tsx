import { useTranslation } from 'react-i18next';
import { InactiveDays } from '../../../features/social-accounts/InactiveDays.tsx';
import { PurgeSetting } from '../../../features/social-accounts/PurgeSetting.tsx';

/** The days after which social accounts count as long inactive, and those after which shared ones are deleted. */
export function SocialAccountsTab() {
  const { t } = useTranslation();
  return (
    <section className="settings-rows">
      <h2>{t('socialAccounts.state.inactive')}</h2>
      <InactiveDays />
      <h2>{t('accountPurge.title')}</h2>
      <PurgeSetting />
    </section>
  );
}
