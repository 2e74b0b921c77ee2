import { EmptyState } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { operatorPaths } from '../../entities/operator/operator-paths.ts';

/** The operator's not-found page. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <div className="page">
      <div className="panel">
        <EmptyState
          title={<h1 className="nowhere">{t('operatorPages.nowhere')}</h1>}
          action={<Link to={operatorPaths.root}>{t('operatorPages.toStart')}</Link>}
        />
      </div>
    </div>
  );
}
