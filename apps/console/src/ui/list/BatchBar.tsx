import { Button, Space } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { BatchAction, ListDescription } from './description.ts';
import { rowsOf } from './rows-of.ts';

type Properties<Row> = {
  list: ListDescription<Row>;
  /** Called when the bar has gone, which may have had the focus. */
  onCleared: () => void;
};

/** The actions on the selected rows; hidden while none is. */
export function BatchBar<Row>({ list, onCleared }: Properties<Row>) {
  const { t } = useTranslation();
  const { batch, rowKey } = list;
  if (batch === undefined) return null;
  const { selection, label, actions } = batch;
  const count = selection.rows.size;
  // Those in sight as they are now, the others as they were last seen.
  const present = new Map((rowsOf(list) ?? []).map((row) => [rowKey(row), row]));
  const selected = [...selection.rows].map(([key, row]) => present.get(key) ?? row);
  const clear = () => {
    selection.clear();
    onCleared();
  };
  return (
    <>
      <span className="sr-only" role="status">
        {count === 0 ? '' : t('list.selected', { count })}
      </span>
      {count === 0 ? null : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend and reset its buttons' look
        <div className="batch-bar" role="group" aria-label={label}>
          <span aria-hidden>{t('list.selected', { count })}</span>
          <Space wrap>
            {actions.map((action) => (
              <ActionButton key={action.key} action={action} onAct={() => void action.onAct(selected)} />
            ))}
          </Space>
          <span className="grow" />
          <Button type="text" size="small" onClick={clear}>
            {t('list.clearSelection')}
          </Button>
        </div>
      )}
    </>
  );
}

type ButtonProperties<Row> = { action: BatchAction<Row>; onAct: () => void };

function ActionButton<Row>({ action, onAct }: ButtonProperties<Row>) {
  const { label, danger = false, disabled = false, reason } = action;
  const reasonId = useId();
  const why = disabled ? reason : undefined;
  return (
    <>
      <Button
        size="small"
        danger={danger}
        disabled={disabled}
        {...(why === undefined ? {} : { 'aria-describedby': reasonId })}
        onClick={onAct}
      >
        {label}
      </Button>
      {why === undefined ? null : (
        <span id={reasonId} className="quiet">
          {why}
        </span>
      )}
    </>
  );
}
