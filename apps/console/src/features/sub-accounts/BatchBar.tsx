import type { SubAccount } from '@parley/contract';
import { useToasts } from '@parley/ui';
import { Button, Space } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

// i18n-keys: subAccounts.selectFirst.*

export type BatchTask = 'enable' | 'disable' | 'delete';

type Properties = {
  selected: readonly SubAccount[];
  onTask: (task: BatchTask, rows: readonly SubAccount[]) => void;
  /** What is done with the whole list. */
  children: ReactNode;
};

/** What can be done with the chosen rows; without any, each says what to choose them for. */
export function BatchBar({ selected, onTask, children }: Properties) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const attempt = (task: BatchTask) => {
    if (selected.length > 0) onTask(task, selected);
    else toasts.warning({ key: 'select-first', content: t(`subAccounts.selectFirst.${task}`) });
  };
  return (
    <div className="batch-bar" role="toolbar" aria-label={t('subAccounts.batch')}>
      <Space.Compact>
        <Button onClick={() => attempt('enable')}>{t('subAccounts.enable')}</Button>
        <Button onClick={() => attempt('disable')}>{t('subAccounts.disable')}</Button>
        <Button danger onClick={() => attempt('delete')}>
          {t('subAccounts.delete')}
        </Button>
      </Space.Compact>
      <span className="quiet" role="status">
        {selected.length === 0 ? '' : t('table.selected', { count: selected.length })}
      </span>
      <span className="grow" />
      {children}
    </div>
  );
}
