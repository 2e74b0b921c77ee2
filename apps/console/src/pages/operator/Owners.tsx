import type { OwnerAccount } from '@parley/contract/operator';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DisableOwner } from '../../features/operator/DisableOwner.tsx';
import { useOperator } from '../../features/operator/operator-session.tsx';
import { useOwnerActions, useOwnerColumns } from '../../features/operator/owner-list.tsx';
import { owners, readOwnerFilters } from '../../features/operator/queries.ts';
import { ResetTwoFactor } from '../../features/operator/ResetTwoFactor.tsx';
import { useTexts } from '../../features/operator/texts.ts';
import { useFocusBack } from '../../lib/use-focus-back.ts';
import type { ListDescription } from '../../ui/list/description.ts';
import { selectFilter } from '../../ui/list/FilterSelect.tsx';
import { List } from '../../ui/list/List.tsx';
import { useListAddress } from '../../ui/list/use-list-address.ts';
import { useSearch } from '../../ui/list/use-search.ts';

/** `/operator/owners` */
export function Owners() {
  const { t } = useTexts();
  const { client } = useOperator();
  const [disabling, setDisabling] = useState<OwnerAccount>();
  const [resetting, setResetting] = useState<OwnerAccount>();
  useFocusBack(disabling !== undefined || resetting !== undefined);
  const address = useListAddress('operator-owners', readOwnerFilters);
  const { filters, setFilters } = address;
  const query = useQuery(owners(client, filters));
  const state = selectFilter({
    name: 'state',
    label: t('op.owners.state'),
    value: filters.state,
    options: [
      { value: 'enabled', label: t('op.owners.enabled') },
      { value: 'disabled', label: t('op.owners.disabled') },
    ],
    onFilter: setFilters,
  });
  const list: ListDescription<OwnerAccount> = {
    title: t('op.page.owners'),
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ id }) => id,
    rowName: ({ email }) => email,
    columns: useOwnerColumns(),
    search: useSearch(t('op.owners.search'), address),
    filters: [state],
    rowActions: useOwnerActions({ onDisable: setDisabling, onReset: setResetting }),
    none: { title: t('op.owners.none'), hint: t('op.owners.noneHint') },
  };
  return (
    <>
      <List list={list} />
      {resetting === undefined ? null : (
        <ResetTwoFactor owner={resetting} onClose={() => setResetting(undefined)} />
      )}
      {disabling === undefined ? null : (
        <DisableOwner owner={disabling} onClose={() => setDisabling(undefined)} />
      )}
    </>
  );
}
