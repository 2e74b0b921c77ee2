import { PlusOutlined } from '@ant-design/icons';
import type { AnswerOf, createSubAccount, SubAccount } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { characterSummary } from '../../../features/characters/queries.ts';
import { AllocateCharacters } from '../../../features/sub-accounts/AllocateCharacters.tsx';
import { CreateSubAccount } from '../../../features/sub-accounts/CreateSubAccount.tsx';
import { NewCredentials } from '../../../features/sub-accounts/NewCredentials.tsx';
import { readSubAccountFilters, subAccounts } from '../../../features/sub-accounts/queries.ts';
import { SubAccountTable } from '../../../features/sub-accounts/SubAccountTable.tsx';
import { useClient } from '../../../lib/session-context.tsx';
import { useUrlFilters } from '../../../lib/use-url-filters.ts';
import { ListPage } from '../../../ui/ListPage.tsx';

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
  const close = () => setOpen(undefined);
  const allocate = useCallback((to: SubAccount) => setOpen({ what: 'allocate', to }), []);
  const create = (
    <Button
      type="primary"
      icon={<PlusOutlined />}
      data-tour="create-sub-account"
      onClick={() => setOpen({ what: 'create' })}
    >
      {t('subAccounts.create')}
    </Button>
  );

  return (
    <>
      <ListPage
        title={t('page.subAccounts')}
        filters={filters}
        onFilter={setFilters}
        searchLabel={t('subAccounts.search')}
        moreFilters={
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
        }
        action={create}
        none={{ title: t('subAccounts.none'), hint: t('subAccounts.noneHint') }}
        query={page}
      >
        {(shown) => <SubAccountTable page={shown} onAllocate={allocate} />}
      </ListPage>
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
    </>
  );
}
