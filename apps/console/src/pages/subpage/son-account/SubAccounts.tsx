import { PlusOutlined } from '@ant-design/icons';
import type { AnswerOf, createSubAccount, SubAccount } from '@parley/contract';
import { EmptyState, ErrorPanel } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { characterSummary } from '../../../features/characters/queries.ts';
import { AllocateCharacters } from '../../../features/sub-accounts/AllocateCharacters.tsx';
import { CreateSubAccount } from '../../../features/sub-accounts/CreateSubAccount.tsx';
import { NewCredentials } from '../../../features/sub-accounts/NewCredentials.tsx';
import { readSubAccountFilters, subAccounts } from '../../../features/sub-accounts/queries.ts';
import { SubAccountTable } from '../../../features/sub-accounts/SubAccountTable.tsx';
import { useClient } from '../../../lib/session-context.tsx';
import { useUrlFilters } from '../../../lib/use-url-filters.ts';
import { SearchField } from '../../../ui/SearchField.tsx';

type Open = { what: 'create' } | { what: 'allocate'; to: SubAccount };

/** Sub-accounts: who works here, what they hold and use; make one, give it characters. */
export function SubAccounts() {
  const { t } = useTranslation();
  const client = useClient();
  const [filters, setFilters] = useUrlFilters(readSubAccountFilters);
  const page = useQuery(subAccounts(client, filters));
  const summary = useQuery(characterSummary(client));
  const [open, setOpen] = useState<Open>();
  const [created, setCreated] = useState<AnswerOf<typeof createSubAccount>>();
  const filtered = filters.search !== undefined || filters.status !== undefined;
  const close = () => setOpen(undefined);
  const create = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ what: 'create' })}>
      {t('subAccounts.create')}
    </Button>
  );

  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('page.subAccounts')}</h1>
        <span className="grow" />
        <SearchField
          value={filters.search}
          onSearch={(search) => setFilters({ search })}
          label={t('subAccounts.search')}
        />
        <Select
          allowClear
          className="filter"
          aria-label={t('subAccounts.status')}
          placeholder={t('subAccounts.anyStatus')}
          value={filters.status}
          onChange={(status) => setFilters({ status })}
          options={[
            { value: 'normal' as const, label: t('subAccounts.statusNormal') },
            { value: 'disabled' as const, label: t('subAccounts.statusDisabled') },
          ]}
        />
        {create}
      </div>
      {page.isPending ? <Skeleton active paragraph={{ rows: 8 }} /> : null}
      {page.error && page.data === undefined ? (
        <ErrorPanel problem={page.error} onRetry={() => void page.refetch()} />
      ) : null}
      {page.data === undefined ? null : (
        <SubAccountTable
          rows={page.data.list}
          total={page.data.total}
          pageNo={filters.pageNo}
          pageSize={filters.pageSize}
          loading={page.isPlaceholderData}
          empty={
            filtered ? (
              <EmptyState title={t('table.nothingFound')} hint={t('table.nothingFoundHint')} />
            ) : (
              <EmptyState title={t('subAccounts.none')} hint={t('subAccounts.noneHint')} action={create} />
            )
          }
          onPage={(pageNo) => setFilters({ pageNo })}
          onAllocate={(to) => setOpen({ what: 'allocate', to })}
        />
      )}
      <CreateSubAccount
        open={open?.what === 'create'}
        onClose={close}
        onCreated={(answer) => {
          close();
          setCreated(answer);
        }}
      />
      <NewCredentials created={created} onClose={() => setCreated(undefined)} />
      {open?.what === 'allocate' ? (
        <AllocateCharacters subAccount={open.to} available={summary.data?.ownerRemaining} onClose={close} />
      ) : null}
    </div>
  );
}
