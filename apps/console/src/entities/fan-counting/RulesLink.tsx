import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

/** Link to the counting rules, shown next to every number derived from them. */
export function RulesLink() {
  const { t } = useTranslation();
  return <Link to={paths.countingRules}>{t('page.countingRules')}</Link>;
}
