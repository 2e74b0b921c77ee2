import { useTranslation } from 'react-i18next';
import { PurgeSetting } from '../../../features/account-purges/PurgeSetting.tsx';
import { InactiveDays } from '../../../features/social-accounts/InactiveDays.tsx';
import { ScreenTexts } from '../../../ui/ScreenTexts.tsx';

/** Sets after how many days offline social accounts count as inactive, and after how many shared ones are deleted. */
export function SocialAccountsTab() {
  return (
    <ScreenTexts part="accounts">
      <Settings />
    </ScreenTexts>
  );
}

function Settings() {
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
