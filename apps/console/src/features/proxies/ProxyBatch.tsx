import type { KeptProxy } from '@parley/contract';
import { useToasts } from '@parley/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BatchBar } from '../../ui/BatchBar.tsx';
import { TestProgressBar } from './TestProgress.tsx';
import type { TestProgress } from './use-proxy-tests.ts';

type Properties = {
  selected: ReadonlyMap<string, KeptProxy>;
  onClear: () => void;
  onTest: (ids: readonly string[]) => void;
  onDelete: (proxies: readonly KeptProxy[]) => void;
  progress: TestProgress;
  onStop: () => void;
  /** What can be done with the whole list. */
  children: ReactNode;
};

/** What can be done with the selected proxies, and how far it is. */
export function ProxyBatch({ selected, onClear, onTest, onDelete, progress, onStop, children }: Properties) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const testing = progress.total > 0;
  const test = () => {
    if (selected.size === 0) toasts.warning(t('proxies.selectToTest'));
    else onTest([...selected.keys()]);
  };
  const remove = () => {
    if (selected.size === 0) toasts.warning(t('batch.selectToDelete'));
    else onDelete([...selected.values()]);
  };
  return (
    <div className="proxy-tools">
      <BatchBar label={t('proxies.selected')} count={selected.size} onClear={onClear}>
        <Button disabled={testing} onClick={test}>
          {t('proxies.testSelected')}
        </Button>
        <Button danger onClick={remove}>
          {t('proxies.deleteSelected')}
        </Button>
      </BatchBar>
      {testing ? <TestProgressBar progress={progress} onCancel={onStop} /> : null}
      <span className="grow" />
      {children}
    </div>
  );
}
