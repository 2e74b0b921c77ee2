import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../lib/use-now.ts';
import type { TestProgress } from './use-proxy-tests.ts';

type Properties = { progress: TestProgress; onCancel: () => void };

/** The progress of the tests, the reason of a pause, and a button that cancels them. */
export function TestProgressBar({ progress: { total, done, pausedUntil }, onCancel }: Properties) {
  const { t } = useTranslation();
  const label = t('proxies.testing', { done, total });
  return (
    <div className="proxy-tests">
      <span role="status">
        {label}
        {pausedUntil === null ? null : <Paused until={pausedUntil} />}
      </span>
      <Progress
        size="small"
        percent={Math.round((done / total) * 100)}
        showInfo={false}
        aria-label={label}
        style={{ width: 120 }}
      />
      <Button size="small" onClick={onCancel}>
        {t('proxies.stopTests')}
      </Button>
    </div>
  );
}

function Paused({ until }: { until: number }) {
  const { t } = useTranslation();
  const now = useNow(1000);
  return <> · {t('proxies.testsPaused', { seconds: Math.max(0, Math.ceil((until - now) / 1000)) })}</>;
}
