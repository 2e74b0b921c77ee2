import type { KeptProxy } from '@parley/contract/proxies';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BatchBar } from '../../ui/BatchBar.tsx';
import { lazyWithSuspense } from '../../ui/lazy-with-suspense.tsx';
import type { TestProgress } from './use-proxy-tests.ts';

const TestProgressBar = lazyWithSuspense(async () => (await import('./TestProgress.tsx')).TestProgressBar);

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
  const testing = progress.total > 0;
  const tasks = [
    {
      key: 'test',
      label: t('proxies.testSelected'),
      selectFirst: t('proxies.selectToTest'),
      disabled: testing,
      onAct: () => onTest([...selected.keys()]),
    },
    {
      key: 'delete',
      label: t('proxies.deleteSelected'),
      selectFirst: t('table.selectFirst.delete'),
      danger: true,
      onAct: () => onDelete([...selected.values()]),
    },
  ];
  return (
    <BatchBar label={t('proxies.selected')} count={selected.size} {...{ tasks, onClear }}>
      {testing ? <TestProgressBar progress={progress} onCancel={onStop} /> : null}
      {children}
    </BatchBar>
  );
}
