import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

/** Leads to the counting rules; stands beside every number that they decide. */
export function RulesLink() {
  const { t } = useTranslation();
  return <Link to={paths.countingRules}>{t('page.countingRules')}</Link>;
}
