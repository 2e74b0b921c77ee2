import { useToasts } from '@parley/ui';
import { Button, Space } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

type Task = {
  key: string;
  label: string;
  /** Said while nothing is selected. */
  selectFirst: string;
  onAct: () => void;
  danger?: boolean;
  disabled?: boolean;
};

type Properties = {
  /** What the buttons are about, e.g. "Selected proxies". */
  label: string;
  /** How many rows are selected. */
  count: number;
  /** What can be done with them. */
  tasks: readonly Task[];
  onClear: () => void;
  /** What is done with the whole list. */
  children: ReactNode;
};

/** Stands above a table whose rows can be selected; without any, each task says what to select them for. */
export function BatchBar({ label, count, tasks, onClear, children }: Properties) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const attempt = ({ selectFirst, onAct }: Task) => {
    if (count > 0) onAct();
    else toasts.warning({ key: 'select-first', content: selectFirst });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend and reset its buttons' look
    <div className="batch-bar" role="group" aria-label={label}>
      <Space.Compact>
        {tasks.map((task) => (
          <Button
            key={task.key}
            danger={task.danger === true}
            disabled={task.disabled === true}
            onClick={() => attempt(task)}
          >
            {task.label}
          </Button>
        ))}
      </Space.Compact>
      <span className="quiet" role="status">
        {count === 0 ? '' : t('table.selected', { count })}
      </span>
      {count === 0 ? null : (
        <Button type="link" size="small" onClick={onClear}>
          {t('table.clearSelection')}
        </Button>
      )}
      <span className="grow" />
      {children}
    </div>
  );
}
