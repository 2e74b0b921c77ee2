import type { SubAccount } from '@parley/contract/sub-accounts';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '../../lib/use-narrow.ts';
import { type Paged, PagedTable } from '../../ui/PagedTable.tsx';
import { useSubAccountColumns } from './columns.tsx';
import { RowActions, type Task } from './RowActions.tsx';

type Properties = {
  page: Paged<SubAccount>;
  /** The keys of the columns that somebody has hidden. */
  hidden: readonly string[];
  selected: readonly string[];
  onSelect: (ids: readonly string[]) => void;
  onTask: (task: Task, row: SubAccount) => void;
};

/** The workspace's sub-accounts with what they may, hold and use. */
export function SubAccountTable({ page, hidden, selected, onSelect, onTask }: Properties) {
  const { t } = useTranslation();
  // The actions stay in sight while the rest scrolls; a phone has no room for that.
  const pinned = !useNarrow();
  const all = useSubAccountColumns();
  const columns = [
    ...all.filter(({ key }) => !hidden.includes(key)),
    {
      title: t('table.actions'),
      key: 'actions',
      width: 190,
      ...(pinned ? { fixed: 'end' as const } : {}),
      render: (_: unknown, row: SubAccount) => <RowActions row={row} onTask={onTask} />,
    },
  ];
  return (
    <PagedTable
      columns={columns}
      {...page}
      selection={{
        selectedRowKeys: [...selected],
        onChange: (keys) => onSelect(keys.map(String)),
        columnWidth: 40,
        getTitleCheckboxProps: () => ({ 'aria-label': t('table.selectPage') }),
        getCheckboxProps: ({ isDefault, accountName }) => ({
          disabled: isDefault,
          // antd hands it on, although it names no such property.
          ...{ 'aria-label': t('table.selectNamed', { name: accountName }) },
          ...(isDefault ? { title: t('subAccounts.defaultHint') } : {}),
        }),
      }}
    />
  );
}
