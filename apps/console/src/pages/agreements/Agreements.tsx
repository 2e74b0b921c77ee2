import { useTranslation } from 'react-i18next';
import { AgreementArticle } from '../../features/agreements/AgreementArticle.tsx';
import { useWindowTitle } from '../../lib/brand.ts';
import { OpenLayout } from '../../ui/OpenLayout.tsx';

/** `/agreement/service`: public. */
export function ServiceAgreement() {
  const { t } = useTranslation();
  useWindowTitle(t('page.serviceAgreement'));
  return (
    <OpenLayout>
      <AgreementArticle name="service" />
    </OpenLayout>
  );
}

/** `/agreement/privacy`: public. */
export function PrivacyPolicy() {
  const { t } = useTranslation();
  useWindowTitle(t('page.privacyPolicy'));
  return (
    <OpenLayout>
      <AgreementArticle name="privacy" />
    </OpenLayout>
  );
}

/** `/agreement/counting`: public, so that anyone who pays by these numbers can read how they are counted. */
export function CountingRules() {
  const { t } = useTranslation();
  useWindowTitle(t('page.countingRules'));
  return (
    <OpenLayout>
      <AgreementArticle name="counting" />
    </OpenLayout>
  );
}
