import './forms.css';
import { isApiError } from '@parley/api-client';
import { ErrorPanel } from '@parley/ui';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useConflictNotice } from '../../ui/use-conflict-notice.ts';

type Properties = {
  problem: unknown;
  /** Reloads the current record; the input is lost. */
  onReload: () => void;
};

/** Shows why a form couldn't be saved; after another operator's change, it offers to reload the record. */
export function SaveProblem({ problem, onReload }: Properties) {
  if (problem === null) return null;
  if (!isApiError(problem, 'resource.stale')) {
    return (
      <div className="save-problem">
        <ErrorPanel problem={problem} />
      </div>
    );
  }
  return <Conflict problem={problem} onReload={onReload} />;
}

function Conflict({ problem, onReload }: Properties) {
  const { t } = useTranslation();
  const notice = useConflictNotice(problem);
  return (
    <div className="save-problem" ref={notice} tabIndex={-1}>
      <Alert
        type="warning"
        showIcon
        role="alert"
        title={t('operator.stale')}
        action={
          <Button size="small" onClick={onReload}>
            {t('operator.loadNew')}
          </Button>
        }
      />
    </div>
  );
}
