import type { KeptProxy } from '@parley/contract/proxies';
import { ForeignText } from '@parley/ui';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '../../lib/use-narrow.ts';
import { type Paged, PagedTable } from '../../ui/PagedTable.tsx';
import type { ProxyColumn } from './columns.tsx';

export type ProxyActions = {
  onTest: (proxy: KeptProxy) => void;
  onChange: (proxy: KeptProxy) => void;
  onDelete: (proxy: KeptProxy) => void;
};

type Properties = ProxyActions & {
  page: Paged<KeptProxy>;
  /** Those that are seen between the name and the actions. */
  columns: readonly ProxyColumn[];
  /** Those that are being tested now. */
  testing: ReadonlySet<string>;
  selected: ReadonlyMap<string, KeptProxy>;
  onSelect: (selected: readonly KeptProxy[]) => void;
};

function Actions({ proxy, busy, ...does }: ProxyActions & { proxy: KeptProxy; busy: boolean }) {
  const { t } = useTranslation();
  const { name } = proxy;
  return (
    <span className="row-actions">
      <Button
        type="link"
        size="small"
        disabled={busy}
        aria-label={t('proxies.testNamed', { name })}
        onClick={() => does.onTest(proxy)}
      >
        {t('proxies.test')}
      </Button>
      <Button
        type="link"
        size="small"
        aria-label={t('proxies.editNamed', { name })}
        onClick={() => does.onChange(proxy)}
      >
        {t('proxies.edit')}
      </Button>
      <Button
        type="link"
        size="small"
        danger
        aria-label={t('proxies.deleteNamed', { name })}
        onClick={() => does.onDelete(proxy)}
      >
        {t('proxies.delete')}
      </Button>
    </span>
  );
}

const nameColumn = (t: TFunction) => ({
  key: 'name',
  title: t('proxies.name'),
  width: 140,
  render: (_: unknown, { name }: KeptProxy) => <ForeignText>{name}</ForeignText>,
});

/** The workspace's proxies: how they are reached, who may use them, and what their last test found. */
export function ProxyTable({ page, columns, testing, selected, onSelect, ...does }: Properties) {
  const { t } = useTranslation();
  const pinned = !useNarrow();
  const actions = {
    key: 'actions',
    title: t('table.actions'),
    width: 170,
    // In sight while the others scroll; a phone has no room for that.
    ...(pinned ? { fixed: 'end' as const } : {}),
    render: (_: unknown, proxy: KeptProxy) => (
      <Actions {...{ proxy, ...does }} busy={testing.has(proxy.id)} />
    ),
  };
  return (
    <PagedTable
      {...page}
      columns={[nameColumn(t), ...columns, actions]}
      selection={{
        selectedRowKeys: [...selected.keys()],
        preserveSelectedRowKeys: true,
        // Rows of other pages are known by their ids alone here.
        onChange: (keys, rows) => {
          const shown = new Map(rows.filter((row) => row !== undefined).map((row) => [row.id, row]));
          onSelect(
            keys.flatMap((key) => {
              const proxy = shown.get(String(key)) ?? selected.get(String(key));
              return proxy === undefined ? [] : [proxy];
            }),
          );
        },
        getCheckboxProps: ({ name }) => ({ 'aria-label': t('proxies.selectNamed', { name }) }),
      }}
    />
  );
}
