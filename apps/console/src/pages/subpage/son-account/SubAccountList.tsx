import { PlusOutlined } from '@ant-design/icons';
import { exportSubAccounts, type SubAccount } from '@parley/contract/sub-accounts';
import { lazyDialog } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readSubAccountFilters, subAccounts } from '../../../entities/sub-accounts/queries.ts';
import { characterSummary } from '../../../features/characters/queries.ts';
import { portsOfWorkspace } from '../../../features/ports/queries.ts';
import { useSubAccountColumns } from '../../../features/sub-accounts/columns.tsx';
import type { OpenedSubAccountDialog } from '../../../features/sub-accounts/SubAccountDialogs.tsx';
import { useSetStatus } from '../../../features/sub-accounts/use-set-status.tsx';
import { type Task, useSubAccountActions } from '../../../features/sub-accounts/use-sub-account-actions.ts';
import { useSubAccountFilters } from '../../../features/sub-accounts/use-sub-account-filters.ts';
import { useClient } from '../../../lib/session-context.tsx';
import type { BatchAction, ListDescription } from '../../../ui/list/description.ts';
import { ExportList } from '../../../ui/list/ExportList.tsx';
import { List } from '../../../ui/list/List.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';
import { useSearch } from '../../../ui/list/use-search.ts';
import { type Selection, useSelection } from '../../../ui/list/use-selection.ts';

const SubAccountDialogs = lazyDialog(
  async () => (await import('../../../features/sub-accounts/SubAccountDialogs.tsx')).SubAccountDialogs,
  { isOpen: ({ opened }) => opened !== undefined },
);

/** The sub-accounts with their permissions, ports and usage, and the actions on one or several. */
export function SubAccountList() {
  const [opened, setOpened] = useState<OpenedSubAccountDialog>();
  const [everOpened, setEverOpened] = useState(false);
  if (opened !== undefined && !everOpened) setEverOpened(true);
  const client = useClient();
  const summary = useQuery(characterSummary(client));
  // Only the dialogs show them.
  const ports = useQuery({ ...portsOfWorkspace(client), enabled: everOpened });
  const { list, selection } = useSubAccountList(setOpened);
  return (
    <>
      <List list={list} />
      {everOpened ? (
        <SubAccountDialogs
          opened={opened}
          onClose={() => setOpened(undefined)}
          onDone={(rows) => selection.drop(rows.map(({ id }) => id))}
          ports={ports.data}
          available={summary.data?.ownerRemaining}
        />
      ) : null}
    </>
  );
}

type Open = (opened: OpenedSubAccountDialog) => void;

function useSubAccountList(open: Open): {
  list: ListDescription<SubAccount>;
  selection: Selection<SubAccount>;
} {
  const { t } = useTranslation();
  const address = useListAddress('sub-accounts', readSubAccountFilters);
  const { filters, setFilters } = address;
  const client = useClient();
  const query = useQuery(subAccounts(client, filters));
  const selection = useSelection<SubAccount>(filters);
  const list: ListDescription<SubAccount> = {
    title: t('page.subAccounts'),
    countsDays: true,
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ id }) => id,
    rowName: ({ accountName }) => accountName,
    columns: useSubAccountColumns(),
    search: useSearch(t('subAccounts.search'), address),
    filters: useSubAccountFilters(filters, setFilters),
    standardSort: 'createdAt.desc',
    rowActions: useRowActions(open),
    batch: {
      label: t('subAccounts.batch'),
      selection,
      actions: useBatchActions(selection, open),
      obstacle: ({ isDefault }) => (isDefault ? t('subAccounts.defaultHint') : undefined),
    },
    action: <Create onCreate={() => open({ what: 'create' })} />,
    tools: (
      <ExportList
        title={t('page.subAccounts')}
        filters={filters}
        download={(chosen, options) => client.download(exportSubAccounts, { query: chosen }, options)}
      />
    ),
    none: { title: t('subAccounts.none'), hint: t('subAccounts.noneHint') },
  };
  return { list, selection };
}

function useRowActions(open: Open) {
  const { setStatus } = useSetStatus();
  return useSubAccountActions((task: Task, row) => {
    if (task === 'enable') void setStatus({ rows: [row], status: 'normal' });
    else if (task === 'disable' || task === 'delete') open({ what: task, rows: [row] });
    else open({ what: task, row });
  });
}

function useBatchActions(selection: Selection<SubAccount>, open: Open): BatchAction<SubAccount>[] {
  const { t } = useTranslation();
  const { setStatus } = useSetStatus();
  return [
    {
      key: 'enable',
      label: t('subAccounts.enable'),
      onAct: async (rows) => {
        if (await setStatus({ rows, status: 'normal' })) selection.drop(rows.map(({ id }) => id));
      },
    },
    { key: 'disable', label: t('subAccounts.disable'), onAct: (rows) => open({ what: 'disable', rows }) },
    {
      key: 'delete',
      label: t('subAccounts.delete'),
      danger: true,
      onAct: (rows) => open({ what: 'delete', rows }),
    },
  ];
}

function Create({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation();
  return (
    <Button type="primary" icon={<PlusOutlined />} data-tour="create-sub-account" onClick={onCreate}>
      {t('subAccounts.create')}
    </Button>
  );
}
