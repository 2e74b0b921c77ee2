import { EmptyState } from '@parley/ui';
import { Link } from 'react-router';
import { operatorPaths } from '../../features/operator/operator-paths.ts';
import { useTexts } from '../../features/operator/texts.ts';

/** The operator's not-found page. */
export function NotFound() {
  const { t } = useTexts();
  return (
    <div className="page">
      <div className="panel">
        <EmptyState
          title={<h1 className="nowhere">{t('op.nowhere')}</h1>}
          action={<Link to={operatorPaths.root}>{t('op.toStart')}</Link>}
        />
      </div>
    </div>
  );
}
