import type { StoredProxy } from '@parley/contract/proxies';
import { useTranslation } from 'react-i18next';
import type { BatchAction, RowAction } from '../../ui/list/description.ts';

type Does = {
  /** The ids of the proxies being tested. */
  testing: ReadonlySet<string>;
  onTest: (ids: readonly string[]) => void;
  onChange: (proxy: StoredProxy) => void;
  onDelete: (proxies: readonly StoredProxy[]) => void;
};

/** Returns the actions on one proxy and on several. */
export function useProxyActions({ testing, onTest, onChange, onDelete }: Does) {
  const { t } = useTranslation();
  const rowActions = (proxy: StoredProxy): readonly RowAction[] => [
    {
      key: 'test',
      label: t('proxies.test'),
      beside: t('proxies.testNamed', { name: proxy.name }),
      disabled: testing.has(proxy.id),
      onAct: () => onTest([proxy.id]),
    },
    { key: 'edit', label: t('proxies.edit'), onAct: () => onChange(proxy) },
    {
      key: 'delete',
      label: t('proxies.delete'),
      danger: true,
      divided: true,
      onAct: () => onDelete([proxy]),
    },
  ];
  const batchActions: readonly BatchAction<StoredProxy>[] = [
    {
      key: 'test',
      label: t('proxies.testSelected'),
      disabled: testing.size > 0,
      onAct: (rows) => onTest(rows.map(({ id }) => id)),
    },
    { key: 'delete', label: t('proxies.deleteSelected'), danger: true, onAct: onDelete },
  ];
  return { rowActions, batchActions };
}
