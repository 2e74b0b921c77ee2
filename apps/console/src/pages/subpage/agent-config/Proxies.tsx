import { lazyDialog, lazyPart } from '@parley/ui';
import '../../../features/proxies/proxies.css';
import { ImportOutlined, PlusOutlined } from '@ant-design/icons';
import { exportProxies, type StoredProxy } from '@parley/contract/proxies';
import { useQuery } from '@tanstack/react-query';
import { Button, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SubAccountsSelect } from '../../../entities/sub-accounts/SubAccountsSelect.tsx';
import { useProxyColumns } from '../../../features/proxies/columns.tsx';
import { proxies, readProxyFilters } from '../../../features/proxies/queries.ts';
import { useProxyActions } from '../../../features/proxies/use-proxy-actions.ts';
import { useProxyFilters } from '../../../features/proxies/use-proxy-filters.ts';
import { useProxyTests } from '../../../features/proxies/use-proxy-tests.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useRestoredFocus } from '../../../lib/use-restored-focus.ts';
import type { ListDescription } from '../../../ui/list/description.ts';
import { ExportList } from '../../../ui/list/ExportList.tsx';
import { List } from '../../../ui/list/List.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';
import { useSearch } from '../../../ui/list/use-search.ts';
import { type Selection, useSelection } from '../../../ui/list/use-selection.ts';
import { ScreenTexts } from '../../../ui/ScreenTexts.tsx';

const DeleteProxies = lazyDialog(
  async () => (await import('../../../features/proxies/DeleteProxies.tsx')).DeleteProxies,
);
const ImportProxies = lazyDialog(
  async () => (await import('../../../features/proxies/ImportProxies.tsx')).ImportProxies,
);
const ProxyDrawer = lazyDialog(
  async () => (await import('../../../features/proxies/ProxyDrawer.tsx')).ProxyDrawer,
  { drawer: true },
);
const TestProgressBar = lazyPart(
  async () => (await import('../../../features/proxies/TestProgress.tsx')).TestProgressBar,
  { line: true },
);

/** The dialog above the list. */
type Opened =
  | { what: 'form'; existing: StoredProxy | undefined }
  | { what: 'import' }
  | { what: 'deletion'; proxies: readonly StoredProxy[] };
type Open = (opened: Opened) => void;

/** The proxies: their status, and whose social accounts use them. */
export function Proxies() {
  return (
    <ScreenTexts part="accounts">
      <ProxiesPage />
    </ScreenTexts>
  );
}

function ProxiesPage() {
  const [opened, setOpened] = useState<Opened>();
  const { list, selection } = useProxyList(setOpened);
  return (
    <>
      <List list={list} />
      <Overlay opened={opened} onClose={() => setOpened(undefined)} onDeleted={selection.drop} />
    </>
  );
}

function useProxyList(open: Open): { list: ListDescription<StoredProxy>; selection: Selection<StoredProxy> } {
  const { t } = useTranslation();
  const address = useListAddress('proxies', readProxyFilters);
  const { filters, setFilters } = address;
  const client = useClient();
  const query = useQuery(proxies(client, filters));
  const selection = useSelection<StoredProxy>(filters);
  const { progress, start, cancel } = useProxyTests();
  const { rowActions, batchActions } = useProxyActions({
    testing: progress.testing,
    onTest: (ids) => void start(ids),
    onChange: (existing) => open({ what: 'form', existing }),
    onDelete: (chosen) => open({ what: 'deletion', proxies: chosen }),
  });
  const list: ListDescription<StoredProxy> = {
    title: t('page.proxies'),
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ id }) => id,
    rowName: ({ name }) => name,
    columns: useProxyColumns({ testing: progress.testing }),
    search: useSearch(t('proxies.search'), address),
    filters: useProxyFilters(filters, setFilters),
    standardSort: 'createdAt.desc',
    rowActions,
    batch: { label: t('proxies.selected'), selection, actions: batchActions },
    action: <Add open={open} />,
    tools: (
      <ExportList
        title={t('page.proxies')}
        filters={filters}
        download={(chosen, options) => client.download(exportProxies, { query: chosen }, options)}
      />
    ),
    notice: progress.total > 0 ? <TestProgressBar progress={progress} onCancel={cancel} /> : null,
    none: { title: t('proxies.none'), hint: t('proxies.noneHint') },
  };
  return { list, selection };
}

function Add({ open }: { open: Open }) {
  const { t } = useTranslation();
  return (
    <Space wrap>
      <Button icon={<ImportOutlined aria-hidden />} onClick={() => open({ what: 'import' })}>
        {t('proxies.import')}
      </Button>
      <Button
        type="primary"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => open({ what: 'form', existing: undefined })}
      >
        {t('proxies.create')}
      </Button>
    </Space>
  );
}

type OverlayProperties = {
  opened: Opened | undefined;
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
};

/** The open drawer or dialog. */
function Overlay({ opened, onClose, onDeleted }: OverlayProperties) {
  useRestoredFocus(opened !== undefined);
  const subAccounts = <SubAccountsSelect />;
  switch (opened?.what) {
    case 'form':
      return <ProxyDrawer existing={opened.existing} subAccountsField={subAccounts} onClose={onClose} />;
    case 'import':
      return <ImportProxies subAccountsField={subAccounts} onClose={onClose} />;
    case 'deletion':
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
    default:
      return null;
  }
}
