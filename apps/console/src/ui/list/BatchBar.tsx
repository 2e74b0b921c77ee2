import { useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Space } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { AllMatching, BatchAction, ListDescription } from './description.ts';
import { loadedRows } from './loaded-rows.ts';
import { selectionLimit } from './use-selection.ts';

type Properties<Row> = {
  list: ListDescription<Row>;
  /** Called when the bar, which may have had the focus, has been unmounted. */
  onCleared: () => void;
};

/** The actions on the selected rows; hidden when none is selected. */
export function BatchBar<Row>({ list, onCleared }: Properties<Row>) {
  const { t } = useTranslation();
  const { batch, rowKey } = list;
  if (batch === undefined) return null;
  const { selection, label, actions, all } = batch;
  const count = selection.rows.size;
  // Loaded rows in their current state, others as last loaded.
  const present = new Map((loadedRows(list) ?? []).map((row) => [rowKey(row), row]));
  const selected = [...selection.rows].map(([key, row]) => present.get(key) ?? row);
  const clear = () => {
    selection.clear();
    onCleared();
  };
  const text = selection.all && all ? <AllSelected all={all} /> : t('list.selected', { count });
  return (
    <>
      <span className="sr-only" role="status">
        {count === 0 ? '' : text}
      </span>
      {count === 0 ? null : (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend and reset its buttons' look
        <div className="batch-bar" role="group" aria-label={label}>
          <span aria-hidden>{text}</span>
          {all !== undefined && isOffered(list) ? (
            <SelectAll all={all} onSelect={selection.selectAll} />
          ) : null}
          <Space wrap>
            {actions
              .map((action) => (selection.all ? onAllOf(action, t('list.notForAll')) : action))
              .map((action) => (
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

/** True when all loaded rows are selected and more match, or the selection limit is reached. */
function isOffered<Row>(list: ListDescription<Row>): boolean {
  const { rows, batch, rowKey } = list;
  const { obstacle, selection } = batch ?? {};
  if (selection === undefined || selection.all) return false;
  const loaded = (loadedRows(list) ?? []).filter((row) => obstacle?.(row) === undefined);
  const hasMore =
    rows.kind === 'records' ? rows.query.hasNextPage : loaded.length < (rows.query.data?.total ?? 0);
  const full = selection.rows.size >= selectionLimit;
  return full || (hasMore && loaded.every((row) => selection.rows.has(rowKey(row))));
}

/** Returns the number of matching rows as text. */
function useShown(all: AllMatching): string {
  const { number } = useFormats();
  const { data } = useQuery(all);
  if (data === undefined) return '…';
  return data.more ? `${number(data.count)}+` : number(data.count);
}

function AllSelected({ all }: { all: AllMatching }) {
  const { t } = useTranslation();
  return t('list.allSelected', { shown: useShown(all) });
}

function SelectAll({ all, onSelect }: { all: AllMatching; onSelect: () => void }) {
  const { t } = useTranslation();
  return (
    <Button type="link" size="small" onClick={onSelect}>
      {t('list.selectAll', { shown: useShown(all) })}
    </Button>
  );
}

/** Returns the action as applied to all matching rows. */
function onAllOf<Row>(action: BatchAction<Row>, notForAll: string): BatchAction<Row> {
  const { onAll, ...rest } = action;
  if (onAll === undefined) return { ...rest, disabled: true, reason: notForAll };
  return { ...rest, disabled: false, onAct: onAll };
}

type ButtonProperties<Row> = { action: BatchAction<Row>; onAct: () => void };

function ActionButton<Row>({ action, onAct }: ButtonProperties<Row>) {
  const { label, danger = false, disabled = false, reason } = action;
  const reasonId = useId();
  const why = disabled ? reason : undefined;
  return (
    <Space size={6} wrap>
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
    </Space>
  );
}
