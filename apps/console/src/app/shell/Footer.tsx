import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useBrand } from '../../lib/brand.ts';
import { paths } from '../../lib/paths.ts';

// i18n-keys: page.*

/** The page footer: brand name and agreements. */
export function Footer() {
  const { t } = useTranslation();
  const brand = useBrand();
  return (
    <footer className="footer quiet">
      <span>{brand?.name}</span>
      <Link to={paths.serviceAgreement}>{t('page.serviceAgreement')}</Link>
      <Link to={paths.privacyPolicy}>{t('page.privacyPolicy')}</Link>
    </footer>
  );
}
