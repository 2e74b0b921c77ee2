import { useToasts } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import type { ListDescription } from './description.ts';
import { selectionLimit, withRows } from './use-selection.ts';

/** Returns a function that selects or deselects rows and notifies the user when the limit is reached. */
export function useChoose<Row>({ batch, rowKey }: ListDescription<Row>) {
  const { t } = useTranslation();
  const toasts = useToasts();
  return (rows: readonly Row[], chosen: boolean) => {
    if (batch === undefined) return;
    const { selection, obstacle } = batch;
    if (!chosen) {
      selection.drop(rows.map(rowKey));
      return;
    }
    const possible = rows.filter((row) => obstacle?.(row) === undefined);
    const { rows: next, refused } = withRows(selection.rows, possible, rowKey);
    selection.set(next);
    if (refused > 0) {
      void toasts.warning({
        key: 'selection.limit',
        content: t('list.selectionLimit', { max: selectionLimit }),
      });
    }
  };
}
