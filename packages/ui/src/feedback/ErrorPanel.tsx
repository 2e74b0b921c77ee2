import { Alert, Button } from 'antd';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from './described-error.ts';
import { markShown } from './shown-failures.ts';

type Properties = {
  problem: unknown;
  /** Called by the button; omitted where a retry is pointless. */
  onRetry?: () => void;
};

/** Replaces content that could not be loaded. */
export function ErrorPanel({ problem, onRetry }: Properties) {
  const { t } = useTranslation('ui');
  useLayoutEffect(() => markShown(problem), [problem]);
  const described = describeError(problem, t('error.unknown'));
  if (described === null) return null;
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={described.message}
      description={
        described.requestId === null ? undefined : t('error.requestId', { id: described.requestId })
      }
      action={
        onRetry === undefined ? undefined : (
          <Button size="small" onClick={onRetry}>
            {t('action.retry')}
          </Button>
        )
      }
    />
  );
}
