import { PlusOutlined } from '@ant-design/icons';
import { exportTenants, type Tenant } from '@parley/contract/tenants';
import { EmptyState } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { readTenantFilters, tenants } from '../../features/tenants/queries.ts';
import { TenantForm } from '../../features/tenants/TenantForm.tsx';
import { useTenantActions, useTenantColumns } from '../../features/tenants/tenant-list.tsx';
import { useSystemConfig } from '../../lib/system-config.ts';
import { useRestoredFocus } from '../../lib/use-restored-focus.ts';
import type { ListDescription } from '../../ui/list/description.ts';
import { ExportList } from '../../ui/list/ExportList.tsx';
import { List } from '../../ui/list/List.tsx';
import { useListAddress } from '../../ui/list/use-list-address.ts';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';

/** `/operator/tenants`; while tenants are disabled, it explains how to enable them. */
export function Tenants() {
  const { t } = useTranslation();
  const { data, isPending } = useSystemConfig();
  if (isPending) return <PageSkeleton />;
  if (data?.tenants !== false) return <TenantList />;
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('operatorPages.tenants')}</h1>
      </div>
      <div className="panel">
        <EmptyState title={t('tenants.off')} hint={t('tenants.offHint')} />
      </div>
    </div>
  );
}

function TenantList() {
  const { t } = useTranslation();
  const { client } = useOperator();
  const [open, setOpen] = useState<Tenant | 'new'>();
  useRestoredFocus(open !== undefined);
  const address = useListAddress('operator-tenants', readTenantFilters);
  const query = useQuery(tenants(client, address.filters));
  const list: ListDescription<Tenant> = {
    title: t('operatorPages.tenants'),
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ id }) => id,
    rowName: ({ name }) => name,
    columns: useTenantColumns(),
    standardSort: 'createdAt.asc',
    rowActions: useTenantActions(setOpen),
    tools: (
      <ExportList
        title={t('operatorPages.tenants')}
        filters={address.filters}
        download={(chosen, options) => client.download(exportTenants, { query: chosen }, options)}
      />
    ),
    action: (
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen('new')}>
        {t('tenants.create')}
      </Button>
    ),
    none: { title: t('tenants.none'), hint: t('tenants.noneHint') },
  };
  return (
    <>
      <List list={list} />
      {open === undefined ? null : (
        <TenantForm
          existing={open === 'new' ? undefined : open}
          onClose={() => {
            setOpen(undefined);
            void query.refetch();
          }}
        />
      )}
    </>
  );
}
