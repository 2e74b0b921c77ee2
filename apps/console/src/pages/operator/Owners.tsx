import type { OwnerAccount } from '@parley/contract/operator';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { DisableOwner } from '../../features/operator/DisableOwner.tsx';
import { OwnerTable } from '../../features/operator/OwnerTable.tsx';
import { useOperator } from '../../features/operator/operator-session.tsx';
import { owners, readOwnerFilters } from '../../features/operator/queries.ts';
import { ResetTwoFactor } from '../../features/operator/ResetTwoFactor.tsx';
import { useTexts } from '../../features/operator/texts.ts';
import { useFocusBack } from '../../lib/use-focus-back.ts';
import { useUrlFilters } from '../../lib/use-url-filters.ts';
import { ListPage } from '../../ui/ListPage.tsx';

/** `/operator/owners` */
export function Owners() {
  const { t } = useTexts();
  const { client } = useOperator();
  const [filters, setFilters] = useUrlFilters(readOwnerFilters);
  const page = useQuery(owners(client, filters));
  const [disabling, setDisabling] = useState<OwnerAccount>();
  const [resetting, setResetting] = useState<OwnerAccount>();
  useFocusBack(disabling !== undefined || resetting !== undefined);
  return (
    <>
      <ListPage
        title={t('op.page.owners')}
        filters={filters}
        onFilter={setFilters}
        searchLabel={t('op.owners.search')}
        moreFilters={
          <Select
            aria-label={t('op.owners.state')}
            value={filters.state ?? 'all'}
            onChange={(state) => setFilters({ state: state === 'all' ? undefined : state })}
            options={[
              { value: 'all', label: t('op.owners.all') },
              { value: 'enabled', label: t('op.owners.enabled') },
              { value: 'disabled', label: t('op.owners.disabled') },
            ]}
          />
        }
        action={null}
        none={{ title: t('op.owners.none'), hint: t('op.owners.noneHint') }}
        query={page}
      >
        {(shown) => <OwnerTable page={shown} onDisable={setDisabling} onReset={setResetting} />}
      </ListPage>
      {resetting === undefined ? null : (
        <ResetTwoFactor owner={resetting} onClose={() => setResetting(undefined)} />
      )}
      {disabling === undefined ? null : (
        <DisableOwner owner={disabling} onClose={() => setDisabling(undefined)} />
      )}
    </>
  );
}
