import '../../../features/proxies/proxies.css';
import { ImportOutlined, PlusOutlined } from '@ant-design/icons';
import type { KeptProxy } from '@parley/contract/proxies';
import { useQuery } from '@tanstack/react-query';
import { Button, Space } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SubAccountFilter } from '../../../entities/sub-accounts/SubAccountFilter.tsx';
import { SubAccountNames } from '../../../entities/sub-accounts/SubAccountNames.tsx';
import { SubAccountsSelect } from '../../../entities/sub-accounts/SubAccountsSelect.tsx';
import { useProxyColumns } from '../../../features/proxies/columns.tsx';
import { ExportProxies } from '../../../features/proxies/ExportProxies.tsx';
import { ProxyBatch } from '../../../features/proxies/ProxyBatch.tsx';
import { ProxyFilterBar } from '../../../features/proxies/ProxyFilterBar.tsx';
import { ProxyTable } from '../../../features/proxies/ProxyTable.tsx';
import { proxies, readProxyFilters } from '../../../features/proxies/queries.ts';
import { useProxyTests } from '../../../features/proxies/use-proxy-tests.ts';
import { paths } from '../../../lib/paths.ts';
import { useHiddenColumns } from '../../../lib/saved-columns.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { useUrlFilters } from '../../../lib/use-url-filters.ts';
import { ColumnMenu } from '../../../ui/ColumnMenu.tsx';
import { ListPage } from '../../../ui/ListPage.tsx';
import { lazyWithSuspense } from '../../../ui/lazy-with-suspense.tsx';

const DeleteProxies = lazyWithSuspense(
  async () => (await import('../../../features/proxies/DeleteProxies.tsx')).DeleteProxies,
);
const ImportProxies = lazyWithSuspense(
  async () => (await import('../../../features/proxies/ImportProxies.tsx')).ImportProxies,
);
const ProxyDrawer = lazyWithSuspense(
  async () => (await import('../../../features/proxies/ProxyDrawer.tsx')).ProxyDrawer,
);

const namesOf = (ids: readonly string[]) => <SubAccountNames ids={ids} />;

/** What is open above the list. */
type Opened =
  | { what: 'form'; existing: KeptProxy | undefined }
  | { what: 'import' }
  | { what: 'deletion'; proxies: readonly KeptProxy[] };

/** Proxies: which there are, whether they work, and whose social accounts go through them. */
export function Proxies() {
  const { t } = useTranslation();
  const [filters, setFilters] = useUrlFilters(readProxyFilters);
  const page = useQuery(proxies(useClient(), filters));
  const [opened, setOpened] = useState<Opened>();
  const [selected, setSelected] = useState<ReadonlyMap<string, KeptProxy>>(new Map());
  const [hidden, setHidden] = useHiddenColumns('proxies');
  const { progress, start, cancel } = useProxyTests();
  const columns = useProxyColumns({ testing: progress.testing, namesOf });
  const select = useCallback(
    (chosen: readonly KeptProxy[]) => setSelected(new Map(chosen.map((proxy) => [proxy.id, proxy]))),
    [],
  );
  const remove = (chosen: readonly KeptProxy[]) => setOpened({ what: 'deletion', proxies: chosen });
  const actions = (
    <Space wrap>
      <Button icon={<ImportOutlined aria-hidden />} onClick={() => setOpened({ what: 'import' })}>
        {t('proxies.import')}
      </Button>
      <Button
        type="primary"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => setOpened({ what: 'form', existing: undefined })}
      >
        {t('proxies.create')}
      </Button>
    </Space>
  );
  return (
    <>
      <ListPage
        title={t('page.proxies')}
        filters={filters}
        onFilter={setFilters}
        searchLabel={t('proxies.search')}
        moreFilters={
          <ProxyFilterBar
            filters={filters}
            onChange={setFilters}
            subAccountField={<SubAccountFilter filters={filters} onChange={setFilters} />}
          />
        }
        action={actions}
        none={{ title: t('proxies.none'), hint: t('proxies.noneHint') }}
        query={page}
      >
        {(shown) => (
          <>
            {shown.total === 0 && selected.size === 0 ? null : (
              <ProxyBatch
                {...{ selected, progress }}
                onClear={() => select([])}
                onTest={(ids) => void start(ids)}
                onDelete={remove}
                onStop={cancel}
              >
                <ColumnMenu {...{ columns, hidden }} onHidden={setHidden} />
                <ExportProxies filters={filters} />
              </ProxyBatch>
            )}
            <ProxyTable
              page={shown}
              columns={columns.filter(({ key }) => !hidden.includes(key))}
              selected={selected}
              testing={progress.testing}
              onSelect={select}
              onTest={({ id }) => void start([id])}
              onChange={(existing) => setOpened({ what: 'form', existing })}
              onDelete={(proxy) => remove([proxy])}
            />
          </>
        )}
      </ListPage>
      <Above
        opened={opened}
        onClose={() => setOpened(undefined)}
        onDeleted={(ids) => select([...selected.values()].filter(({ id }) => !ids.includes(id)))}
      />
    </>
  );
}

type AboveProperties = {
  opened: Opened | undefined;
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
};

/** The drawer or dialog that is open. */
function Above({ opened, onClose, onDeleted }: AboveProperties) {
  useFocusBack(opened !== undefined);
  const ways = { page: paths.proxies, subAccountsField: <SubAccountsSelect />, onClose };
  if (opened?.what === 'form') return <ProxyDrawer {...ways} existing={opened.existing} />;
  if (opened?.what === 'import') return <ImportProxies {...ways} />;
  if (opened?.what !== 'deletion') return null;
  return (
    <DeleteProxies
      proxies={opened.proxies}
      onClose={onClose}
      onDeleted={(ids) => {
        onDeleted(ids);
        onClose();
      }}
    />
  );
}
