import { PlusOutlined } from '@ant-design/icons';
import type { Tenant } from '@parley/contract/tenants';
import { EmptyState } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useOperator } from '../../features/operator/operator-session.tsx';
import { readPage, tenants } from '../../features/operator/queries.ts';
import { TenantForm } from '../../features/operator/TenantForm.tsx';
import { TenantTable } from '../../features/operator/TenantTable.tsx';
import { useTexts } from '../../features/operator/texts.ts';
import { useSystemConfig } from '../../lib/system-config.ts';
import { useFocusBack } from '../../lib/use-focus-back.ts';
import { useUrlFilters } from '../../lib/use-url-filters.ts';
import { ListPage } from '../../ui/ListPage.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';

/** `/operator/tenants`; while tenants are off it says how they are switched on. */
export function Tenants() {
  const { t } = useTexts();
  const { data, isPending } = useSystemConfig();
  if (isPending) return <PageSkeleton />;
  if (data?.tenants !== false) return <TenantList />;
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('op.page.tenants')}</h1>
      </div>
      <div className="panel">
        <EmptyState title={t('op.tenants.off')} hint={t('op.tenants.offHint')} />
      </div>
    </div>
  );
}

function TenantList() {
  const { t } = useTexts();
  const { client } = useOperator();
  const [filters, setFilters] = useUrlFilters(readPage);
  const page = useQuery(tenants(client, filters));
  const [open, setOpen] = useState<Tenant | 'new'>();
  useFocusBack(open !== undefined);
  return (
    <>
      <ListPage
        title={t('op.page.tenants')}
        filters={filters}
        onFilter={setFilters}
        moreFilters={null}
        action={
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen('new')}>
            {t('op.tenants.create')}
          </Button>
        }
        none={{ title: t('op.tenants.none'), hint: t('op.tenants.noneHint') }}
        query={page}
      >
        {(shown) => <TenantTable page={shown} onChange={setOpen} />}
      </ListPage>
      {open === undefined ? null : (
        <TenantForm
          existing={open === 'new' ? undefined : open}
          onClose={() => {
            setOpen(undefined);
            void page.refetch();
          }}
        />
      )}
    </>
  );
}
