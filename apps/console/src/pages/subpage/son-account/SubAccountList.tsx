import { PlusOutlined } from '@ant-design/icons';
import { exportSubAccounts, type SubAccount } from '@parley/contract/sub-accounts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  readSubAccountFilters,
  type SubAccountFilters,
  subAccounts,
} from '../../../entities/sub-accounts/queries.ts';
import { characterSummary } from '../../../features/characters/queries.ts';
import { portsOfWorkspace } from '../../../features/ports/queries.ts';
import { useSubAccountColumns } from '../../../features/sub-accounts/columns.tsx';
import type { Task } from '../../../features/sub-accounts/RowActions.tsx';
import type { Opened } from '../../../features/sub-accounts/SubAccountDialogs.tsx';
import { SubAccountFilterBar } from '../../../features/sub-accounts/SubAccountFilterBar.tsx';
import { SubAccountTable } from '../../../features/sub-accounts/SubAccountTable.tsx';
import { useSetStatus } from '../../../features/sub-accounts/use-set-status.tsx';
import { paths } from '../../../lib/paths.ts';
import { useHiddenColumns } from '../../../lib/saved-columns.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useUrlFilters } from '../../../lib/use-url-filters.ts';
import { BatchBar } from '../../../ui/BatchBar.tsx';
import { ColumnMenu } from '../../../ui/ColumnMenu.tsx';
import { ExportFile } from '../../../ui/ExportFile.tsx';
import { ListPage } from '../../../ui/ListPage.tsx';
import { lazyWithSuspense } from '../../../ui/lazy-with-suspense.tsx';
import type { Paged } from '../../../ui/PagedTable.tsx';

// i18n-keys: table.selectFirst.*

const SubAccountDialogs = lazyWithSuspense(
  async () => (await import('../../../features/sub-accounts/SubAccountDialogs.tsx')).SubAccountDialogs,
);

const batchTasks = ['enable', 'disable', 'delete'] as const;
type BatchTask = (typeof batchTasks)[number];

/** Who works here, what they may, hold and use; make, change and end them, one or many. */
export function SubAccountList() {
  const { t } = useTranslation();
  const client = useClient();
  const [filters, setFilters] = useUrlFilters(readSubAccountFilters);
  const page = useQuery(subAccounts(client, filters));
  const summary = useQuery(characterSummary(client));
  const ports = useQuery(portsOfWorkspace(client));
  const [opened, setOpened] = useState<Opened>();
  const [everOpened, setEverOpened] = useState(false);
  if (opened !== undefined && !everOpened) setEverOpened(true);
  const [selected, setSelected] = useSelection(filters);
  const { setStatus } = useSetStatus();
  const create = (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      data-tour="create-sub-account"
      onClick={() => setOpened({ what: 'create' })}
    >
      {t('subAccounts.create')}
    </Button>
  );
  const onBatch = (task: BatchTask, rows: readonly SubAccount[]) => {
    if (task === 'enable') void setStatus({ rows, status: 'normal' }).then((done) => done && setSelected([]));
    else setOpened({ what: task, rows });
  };
  const onTask = (task: Task, row: SubAccount) => {
    if (task === 'enable') void setStatus({ rows: [row], status: 'normal' });
    else if (task === 'disable' || task === 'delete') setOpened({ what: task, rows: [row] });
    else setOpened({ what: task, row });
  };

  return (
    <>
      <ListPage
        title={t('page.subAccounts')}
        countsDays
        filters={filters}
        onFilter={setFilters}
        searchLabel={t('subAccounts.search')}
        moreFilters={<SubAccountFilterBar filters={filters} onChange={setFilters} />}
        action={create}
        none={{ title: t('subAccounts.none'), hint: t('subAccounts.noneHint') }}
        query={page}
      >
        {(shown) => <List shown={shown} {...{ filters, selected, setSelected, onBatch, onTask }} />}
      </ListPage>
      {everOpened ? (
        <SubAccountDialogs
          opened={opened}
          onClose={() => setOpened(undefined)}
          onDone={() => setSelected([])}
          ports={ports.data}
          available={summary.data?.ownerRemaining}
          page={paths.subAccounts}
        />
      ) : null}
    </>
  );
}

type Selection = [readonly string[], (ids: readonly string[]) => void];

/** The chosen rows of what is on screen: another page or filter begins with none. */
function useSelection(filters: SubAccountFilters): Selection {
  const list = JSON.stringify(filters);
  const [kept, setKept] = useState<{ list: string; ids: readonly string[] }>({ list, ids: [] });
  const select = (ids: readonly string[]) => setKept({ list, ids });
  return [kept.list === list ? kept.ids : [], select];
}

type ListProperties = {
  shown: Paged<SubAccount>;
  filters: SubAccountFilters;
  selected: readonly string[];
  setSelected: (ids: readonly string[]) => void;
  onBatch: (task: BatchTask, rows: readonly SubAccount[]) => void;
  onTask: (task: Task, row: SubAccount) => void;
};

function List({ shown, filters, selected, setSelected, onBatch, onTask }: ListProperties) {
  const { t } = useTranslation();
  const client = useClient();
  const [hidden, setHidden] = useHiddenColumns('sub-accounts');
  const columns = useSubAccountColumns();
  const { pageNo: _, pageSize: __, ...query } = filters;
  const rows = shown.rows.filter(({ id }) => selected.includes(id));
  const labels = {
    enable: t('subAccounts.enable'),
    disable: t('subAccounts.disable'),
    delete: t('subAccounts.delete'),
  };
  return (
    <>
      <BatchBar
        label={t('subAccounts.batch')}
        count={rows.length}
        tasks={batchTasks.map((key) => ({
          key,
          label: labels[key],
          selectFirst: t(`table.selectFirst.${key}`),
          danger: key === 'delete',
          onAct: () => onBatch(key, rows),
        }))}
        onClear={() => setSelected([])}
      >
        <ColumnMenu columns={columns.slice(1)} hidden={hidden} onHidden={setHidden} />
        <ExportFile
          otherwise={`${t('page.subAccounts')}.xlsx`}
          download={(options) => client.download(exportSubAccounts, { query }, options)}
        />
      </BatchBar>
      <SubAccountTable page={shown} {...{ hidden, selected }} onSelect={setSelected} onTask={onTask} />
    </>
  );
}
